package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address of lanes on Kafka: {@code kafka:NAME?bootstrap=HOST:PORT,HOST:PORT}, with {@code &config=FILE} where its clients need
 * more settings, and {@code kafka:NAME/3?bootstrap=…} of the lane with that number.
 *
 * @param name what its topics' names begin with
 * @param bootstrap brokers to begin with
 * @param config a properties file of Kafka's, such as one with TLS and SASL; empty for none
 */
record KafkaAddress(String name, OptionalInt lane, String bootstrap, Optional<String> config) {

    private static final String SCHEME = "kafka:";
    private static final Pattern FORM = Pattern.compile("kafka:(?<name>[A-Za-z0-9._-]{1,200})(/(?<lane>\\d{1,4}))?"
            + "\\?bootstrap=(?<bootstrap>[^?&\\s]+)(&config=(?<config>[^?&]+))?");

    static boolean isOne(String address) {
        return address.startsWith(SCHEME);
    }

    /** @throws QueueException if it is not of that form */
    static KafkaAddress parse(String address) {
        final Matcher matcher = FORM.matcher(address);
        if (!matcher.matches()) {
            throw new QueueException(
                    "'" + address + "' is no address on Kafka: write kafka:NAME?bootstrap=HOST:PORT, with several"
                            + " brokers HOST:PORT,HOST:PORT");
        }
        final String lane = matcher.group("lane");
        return new KafkaAddress(
                matcher.group("name"),
                lane == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(lane)),
                matcher.group("bootstrap"),
                Optional.ofNullable(matcher.group("config")));
    }

    /** The number of the lane, which is the partition; 0 where none is named. */
    int partition() {
        return lane.orElse(0);
    }

    KafkaAddress ofLane(int number) {
        return new KafkaAddress(name, OptionalInt.of(number), bootstrap, config);
    }

    /** The address of all lanes. */
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

    /** The id of the transactions of this lane's gateway. */
    String transactionalId() {
        return "sluice." + name + "." + partition();
    }

    /** The group of the processes that share the lanes. */
    String group() {
        return "sluice." + name;
    }

    /** The command of Kafka's that an operator gives to these brokers. */
    String command(String tool, String arguments) {
        return tool + ".sh --bootstrap-server " + bootstrap
                + config.map(file -> " --command-config " + file).orElse("") + " " + arguments;
    }

    /** The command that gives a topic that setting. */
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
