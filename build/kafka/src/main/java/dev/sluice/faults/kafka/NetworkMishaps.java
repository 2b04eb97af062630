package dev.sluice.faults.kafka;

import dev.sluice.faults.kafka.Gateway.State;
import dev.sluice.faults.kill.Afterwards;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Makes links fail, heals them, and reports each step. Not thread-safe. */
final class NetworkMishaps {

    private static final Link.Fault[] FAULTS = {Link.Fault.CUT, Link.Fault.HALF_OPEN, Link.Fault.NO_ANSWERS};

    /** A little longer than Kafka's clients wait for an answer. After 30 s they repeat a request. */
    private static final long KAFKA_MILLIS = 31_000;
    /** A little longer than PostgreSQL's driver waits for an answer. After 40 s the driver gives up the connection. */
    private static final long DATABASE_MILLIS = 41_000;

    private final KafkaScene scene;
    private final SplittableRandom random;
    private final Consumer<String> said;
    private final Afterwards afterwards;
    private final Fences fences;
    private int failing;

    NetworkMishaps(
            KafkaScene scene, SplittableRandom random, Consumer<String> said, Afterwards afterwards, Fences fences) {
        this.scene = scene;
        this.random = random;
        this.said = said;
        this.afterwards = afterwards;
        this.fences = fences;
    }

    /**
     * A group of links that fail together.
     *
     * @param longestMillis the time after which the clients of these links stop waiting for an answer
     */
    private record Network(String name, List<Link> links, long longestMillis) {

        private boolean isWhole() {
            return links.stream().allMatch(Link::isWhole);
        }
    }

    /** The number of networks that are failing at this moment. */
    int failing() {
        return failing;
    }

    /** Makes the links between a gateway and all brokers fail. */
    boolean cutOff(Gateway gateway) throws IOException {
        return cutOff(
                gateway,
                new Network(
                        "gateway " + gateway.name() + " to all brokers",
                        gateway.links().toBrokers(),
                        KAFKA_MILLIS));
    }

    /** Makes the link between a gateway and a broker fail. */
    boolean cutOff(Gateway gateway, Roles.Broker broker) throws IOException {
        return cutOff(
                gateway,
                new Network(
                        "gateway " + gateway.name() + " to broker " + broker.number() + ", " + broker.role(),
                        List.of(gateway.links().toBrokers().get(broker.number())),
                        KAFKA_MILLIS));
    }

    private boolean cutOff(Gateway gateway, Network network) throws IOException {
        if (gateway.state() != State.RUNS || !network.isWhole()) {
            return false;
        }
        final Absence absence = new Absence(gateway, scene.gateways());
        fail(network, "; the gateway has the lanes " + absence.lanes(), () -> fences.await(gateway, absence));
        return true;
    }

    /** Makes the link between a gateway and the database fail. */
    boolean cutOffDatabase(Gateway gateway) {
        final Network network = new Network(
                "gateway " + gateway.name() + " to the database",
                gateway.links().toDatabase(),
                DATABASE_MILLIS);
        if (gateway.state() != State.RUNS || !network.isWhole()) {
            return false;
        }
        fail(network, "", () -> {});
        return true;
    }

    /** Makes the links between all writers and all brokers fail. */
    boolean cutOffWriters() {
        final Network network =
                new Network("writers to all brokers", scene.writersLinks().toBrokers(), KAFKA_MILLIS);
        if (!network.isWhole()) {
            return false;
        }
        fail(network, "", () -> {});
        return true;
    }

    private void fail(Network network, String more, Afterwards.Step healed) {
        final Link.Fault fault = FAULTS[random.nextInt(FAULTS.length)];
        final long awayMillis = awayMillis(fault, network.longestMillis());
        said.accept("network %s for %.1f s: "
                        .formatted(fault.name().toLowerCase(Locale.ROOT).replace('_', ' '), awayMillis / 1e3)
                + network.name()
                + more);
        failing++;
        network.links().forEach(link -> link.suffer(fault));
        afterwards.in(TimeUnit.MILLISECONDS.toNanos(awayMillis), () -> {
            for (final Link link : network.links()) {
                link.heal();
            }
            failing--;
            said.accept("network whole: " + network.name());
            healed.take();
        });
    }

    /**
     * Chooses the duration of a fault. If the network is half-open or without answers, the fault may last until the clients stop
     * waiting for an answer. If the network is cut, no client waits that long: connections are refused, and clients retry soon.
     */
    private long awayMillis(Link.Fault fault, long longestMillis) {
        final int draw = random.nextInt(8);
        if (draw == 0 && fault != Link.Fault.CUT) {
            return random.nextLong(longestMillis, longestMillis + 4_000);
        }
        return draw < 4 ? random.nextLong(100, Absence.SESSION_MILLIS) : random.nextLong(9_000, 15_000);
    }
}
