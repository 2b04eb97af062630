package dev.sluice.faults.kafka;

import dev.sluice.faults.kafka.Gateway.State;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Mishap;
import dev.sluice.faults.kill.Mishaps;
import dev.sluice.faults.kill.Report;
import dev.sluice.faults.kill.bank.FedWriter;
import dev.sluice.testsupport.Child;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The mishaps of brokers, and of gateways and writers over them. Not thread-safe. */
final class KafkaMishaps extends Mishaps {

    /**
     * The number of further requests that a suspended writer tries to write when it continues after a new writer has replaced it.
     */
    private static final int MOST_OF_A_FORMER = 200;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

    private final KafkaScene scene;
    private final Fences fences;
    private final NetworkMishaps network;
    private final Set<Integer> brokersDown = new TreeSet<>();
    private int zombies;

    KafkaMishaps(List<Mishap> kinds, KafkaScene scene, SplittableRandom random, Report report) {
        super(kinds, random, scene.server(), scene.databases(), report, report::step);
        this.scene = scene;
        this.fences = new Fences(scene.findings(), said, afterwards);
        this.network = new NetworkMishaps(scene, random, said, afterwards, fences);
    }

    /**
     * The number of lanes that another gateway took over during an absence and that the absent gateway then reported as lost.
     */
    long fences() {
        return fences.seen();
    }

    @Override
    protected boolean happens(Mishap mishap) throws IOException, InterruptedException {
        return switch (mishap) {
            case GATEWAY_KILLED -> killGateway(anyGateway());
            case GATEWAY_STOPPED -> stopGateway(anyGateway());
            case GATEWAY_TOLD_TO_END -> tellGateway(anyGateway());
            case GATEWAYS_KILLED -> killGateways();
            case BROKER_KILLED -> killBroker();
            case BROKERS_KILLED -> killBrokers();
            case WRITER_KILLED -> killWriter(random.nextInt(KafkaScene.LANES));
            case WRITER_STOPPED -> stopWriter(random.nextInt(KafkaScene.LANES));
            case GATEWAY_CUT_OFF -> network.cutOff(anyGateway());
            case BROKER_LINK_CUT -> network.cutOff(anyGateway(), scene.roles().any(random));
            case WRITERS_CUT_OFF -> network.cutOffWriters();
            case DATABASE_CUT_OFF -> network.cutOffDatabase(anyGateway());
            default -> throw new IllegalArgumentException(mishap + " cannot happen on Kafka");
        };
    }

    private Gateway anyGateway() {
        return scene.gateways().get(random.nextInt(scene.gateways().size()));
    }

    private boolean killGateway(Gateway gateway) throws IOException, InterruptedException {
        if (gateway.state() != State.RUNS) {
            return false;
        }
        said.accept("gateway " + gateway.name() + " is killed; it had the lanes " + gateway.lanes());
        if (!gateway.kill()) {
            scene.findings().add(Kind.DIED, gateway.described());
        }
        final long away =
                random.nextInt(3) > 0 ? millis(0, 1_500) : millis(Absence.SESSION_MILLIS, 2 * Absence.SESSION_MILLIS);
        afterwards.in(away, () -> startGateway(gateway));
        return true;
    }

    private void startGateway(Gateway gateway) throws IOException {
        said.accept("gateway " + gateway.name() + " is started");
        gateway.start();
    }

    private boolean killGateways() throws IOException, InterruptedException {
        boolean any = false;
        for (final Gateway gateway : scene.gateways()) {
            any |= killGateway(gateway);
        }
        return any;
    }

    private boolean tellGateway(Gateway gateway) {
        if (gateway.state() != State.RUNS) {
            return false;
        }
        said.accept("gateway " + gateway.name() + " is told to end");
        gateway.tell();
        final long begun = System.nanoTime();
        afterwards.in(millis(0, 1_500), () -> gateway.hasEnded() || System.nanoTime() - begun > PATIENCE_NANOS, () -> {
            if (!gateway.endedInOrder()) {
                scene.findings().add(Kind.DIED, "did not end normally when told to: " + gateway.described());
            }
            startGateway(gateway);
        });
        return true;
    }

    private boolean stopGateway(Gateway gateway) throws IOException, InterruptedException {
        if (gateway.state() != State.RUNS) {
            return false;
        }
        final long away = random.nextInt(4) == 0 ? millis(100, Absence.SESSION_MILLIS) : millis(9_000, 15_000);
        gateway.pause();
        final Absence absence = new Absence(gateway, scene.gateways());
        said.accept("gateway " + gateway.name() + " is suspended; it has the lanes " + absence.lanes());
        afterwards.in(away, () -> {
            gateway.proceed();
            fences.await(gateway, absence);
        });
        return true;
    }

    private boolean killBroker() throws InterruptedException {
        final Roles.Broker broker = scene.roles().any(random);
        if (brokersDown.contains(broker.number())) {
            return false;
        }
        kill(broker.number(), broker.role(), millis(500, 15_000));
        return true;
    }

    private boolean killBrokers() {
        final int left = random.nextInt(scene.brokers().count());
        if (!brokersDown.isEmpty()) {
            return false;
        }
        final long away = millis(2_000, 15_000);
        IntStream.range(0, scene.brokers().count())
                .filter(broker -> broker != left)
                .forEach(broker -> kill(broker, "all but broker " + left, away));
        return true;
    }

    private void kill(int broker, String role, long awayNanos) {
        said.accept("broker " + broker + " is killed: " + role);
        brokersDown.add(broker);
        scene.brokers().kill(broker);
        afterwards.in(awayNanos, () -> {
            said.accept("broker " + broker + " is started");
            scene.brokers().startAgain(broker);
            afterwards.in(0, () -> scene.brokers().works(broker), () -> brokersDown.remove(broker));
        });
    }

    private boolean killWriter(int lane) throws IOException, InterruptedException {
        final FedWriter writer = scene.writer(lane);
        if (!writer.isUp()) {
            return false;
        }
        said.accept("the writer of lane " + lane + " is killed at request " + writer.written());
        writer.kill();
        afterwards.in(millis(0, 1_000), () -> {
            said.accept("the writer of lane " + lane + " is started");
            writer.start();
        });
        return true;
    }

    private boolean stopWriter(int lane) throws IOException, InterruptedException {
        final FedWriter writer = scene.writer(lane);
        if (!writer.isUp()) {
            return false;
        }
        said.accept("the writer of lane " + lane + " is suspended at request " + writer.written()
                + ", and a new writer replaces it");
        final long more = writer.allowed() + MOST_OF_A_FORMER;
        final Child former = writer.follow();
        zombies++;
        afterwards.in(millis(500, 6_000), () -> {
            said.accept("the former writer of lane " + lane + " continues");
            former.signal("CONT");
            writer.endFormer(former, more);
            final long begun = System.nanoTime();
            afterwards.in(
                    0, () -> !former.isAlive() || System.nanoTime() - begun > PATIENCE_NANOS, () -> endFormer(former));
        });
        return true;
    }

    private void endFormer(Child former) throws IOException, InterruptedException {
        if (former.isAlive() || !former.ends(0)) {
            scene.findings().add(Kind.DIED, "did not end normally after its last requests: " + former.described());
        }
        former.close();
        zombies--;
    }

    /** Describes what is unavailable at this moment, for a message. */
    List<String> away() {
        return List.of(
                "brokers " + brokersDown,
                "database down: " + isDatabaseDown(),
                "former writers " + zombies,
                "networks " + network.failing());
    }
}
