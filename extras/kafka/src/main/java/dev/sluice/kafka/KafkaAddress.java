package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of lanes on Kafka, {@code kafka:NAME?bootstrap=HOST:PORT,HOST:PORT}. {@code &config=FILE} adds more settings for
 * the clients. {@code kafka:NAME/3?bootstrap=…} is the address of lane 3 alone.
 *
 * @param name the first part of the topics' names
 * @param lane the number of the lane; empty in an address of all lanes
 * @param bootstrap the brokers to contact first
 * @param config a properties file with settings of Kafka's clients, for example for TLS and SASL; empty if there is none
 */
record KafkaAddress(String name, OptionalInt lane, String bootstrap, Optional<String> config) {

    private static final String SCHEME = "kafka:";
    private static final Pattern FORM = Pattern.compile("kafka:(?<name>[A-Za-z0-9._-]{1,200})(/(?<lane>\\d{1,4}))?"
            + "\\?bootstrap=(?<bootstrap>[^?&\\s]+)(&config=(?<config>[^?&]+))?");

    static boolean isOne(String address) {
        return address.startsWith(SCHEME);
    }

    /** @throws QueueException if the text does not have this form */
    static KafkaAddress parse(String address) {
        final Matcher matcher = FORM.matcher(address);
        if (!matcher.matches()) {
            throw new QueueException(
                    "'" + address + "' is no address on Kafka: write kafka:NAME?bootstrap=HOST:PORT, or for several"
                            + " brokers bootstrap=HOST:PORT,HOST:PORT");
        }
        final String lane = matcher.group("lane");
        return new KafkaAddress(
                matcher.group("name"),
                lane == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(lane)),
                matcher.group("bootstrap"),
                Optional.ofNullable(matcher.group("config")));
    }

    /** Returns the number of the lane, which is also the partition; 0 if the address names no lane. */
    int partition() {
        return lane.orElse(0);
    }

    KafkaAddress ofLane(int number) {
        return new KafkaAddress(name, OptionalInt.of(number), bootstrap, config);
    }

    /** Returns the address of all lanes. */
    KafkaAddress ofAllLanes() {
        return new KafkaAddress(name, OptionalInt.empty(), bootstrap, config);
    }

    String requests() {
        return name + ".requests";
    }

    String results() {
        return name + ".results";
    }

    String control() {
        return name + ".control";
    }

    /** Returns the transactional id of this lane's gateway. */
    String transactionalId() {
        return "sluice." + name + "." + partition();
    }

    /** Returns the consumer group of the processes that share the lanes. */
    String group() {
        return "sluice." + name;
    }

    /** Returns the command line of a Kafka tool for these brokers, for an operator to run. */
    String command(String tool, String arguments) {
        return tool + ".sh --bootstrap-server " + bootstrap
                + config.map(file -> " --command-config " + file).orElse("") + " " + arguments;
    }

    /** Returns the command line that changes a setting of a topic. */
    String setting(String topic, String name, String value) {
        return command(
                "kafka-configs",
                "--alter --entity-type topics --entity-name " + topic + " --add-config " + name + "=" + value);
    }

    @Override
    public String toString() {
        return SCHEME + name + (lane.isPresent() ? "/" + lane.getAsInt() : "") + "?bootstrap=" + bootstrap
                + config.map(file -> "&config=" + file).orElse("");
    }
}
