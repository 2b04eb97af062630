package dev.sluice.faults.kafka;

import dev.sluice.faults.kafka.Gateway.State;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Has links fail, and heals them; says each as it happens. One thread. */
final class NetworkMishaps {

    private static final Link.Fault[] FAULTS = {Link.Fault.CUT, Link.Fault.HALF_OPEN, Link.Fault.NO_ANSWERS};

    /** What waits for answers goes on by itself where nothing is refused: Kafka's clients after 30 s, PostgreSQL's driver after 40 s. */
    private static final long TIMEOUT_MILLIS = 41_000;

    private final Scene scene;
    private final SplittableRandom random;
    private final Consumer<String> said;
    private final Afterwards afterwards;
    private final Fences fences;
    private int failing;

    NetworkMishaps(Scene scene, SplittableRandom random, Consumer<String> said, Afterwards afterwards, Fences fences) {
        this.scene = scene;
        this.random = random;
        this.said = said;
        this.afterwards = afterwards;
        this.fences = fences;
    }

    /** How many networks are not whole at this moment. */
    int failing() {
        return failing;
    }

    /** Between a gateway and all brokers. */
    boolean cutOff(Gateway gateway) throws IOException {
        return failBrokers(gateway, gateway.links().toBrokers(), "all brokers");
    }

    /** Between a gateway and a broker. */
    boolean cutOff(Gateway gateway, Roles.Broker broker) throws IOException {
        return failBrokers(
                gateway,
                List.of(gateway.links().toBrokers().get(broker.number())),
                "broker " + broker.number() + ", " + broker.role());
    }

    private boolean failBrokers(Gateway gateway, List<Link> links, String to) throws IOException {
        if (gateway.state() != State.RUNS || !areWhole(links)) {
            return false;
        }
        final Absence absence = new Absence(gateway, scene.gateways());
        final String network = "gateway " + gateway.name() + " to " + to;
        fail(network + "; it has the lanes " + absence.lanes(), network, links, () -> fences.await(gateway, absence));
        return true;
    }

    /** Between a gateway and the database. */
    boolean cutOffDatabase(Gateway gateway) throws IOException {
        final List<Link> links = gateway.links().toDatabase();
        final String network = "gateway " + gateway.name() + " to the database";
        return gateway.state() == State.RUNS && areWhole(links) && fail(network, network, links, () -> {});
    }

    /** Between all writers and all brokers. */
    boolean cutOffWriters() throws IOException {
        final List<Link> links = scene.writersLinks().toBrokers();
        final String network = "writers to all brokers";
        return areWhole(links) && fail(network, network, links, () -> {});
    }

    private static boolean areWhole(List<Link> links) {
        return links.stream().allMatch(Link::isWhole);
    }

    private boolean fail(String begins, String network, List<Link> links, Afterwards.Step healed) throws IOException {
        final Link.Fault fault = FAULTS[random.nextInt(FAULTS.length)];
        final long awayNanos = TimeUnit.MILLISECONDS.toNanos(awayMillis(fault));
        final String called = fault.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        said.accept("network " + called + " for %.1f s: ".formatted(awayNanos / 1e9) + begins);
        failing++;
        for (final Link link : links) {
            link.suffer(fault);
        }
        afterwards.in(awayNanos, () -> {
            for (final Link link : links) {
                link.heal();
            }
            failing--;
            said.accept("network whole: " + network);
            healed.take();
        });
        return true;
    }

    private long awayMillis(Link.Fault fault) {
        final int draw = random.nextInt(8);
        if (draw == 0 && fault != Link.Fault.CUT) {
            return random.nextLong(TIMEOUT_MILLIS, TIMEOUT_MILLIS + 4_000);
        }
        return draw < 4 ? random.nextLong(100, Absence.SESSION_MILLIS) : random.nextLong(9_000, 15_000);
    }
}
