package dev.sluice.faults.kafka;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.Mishap;
import dev.sluice.faults.kill.Report;
import dev.sluice.faults.kill.Round;
import dev.sluice.faults.kill.Rounds.Site;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * A round over brokers, which is the only one of its run. Each cycle has a mishap, or in a run for a time a gust of mishaps that
 * overlap. Not thread-safe.
 */
final class KafkaRound implements Round {

    private static final long LOOK_NANOS = 1_000_000;
    /** The number of checks of the scene after which the test looks again for steps of mishaps that are due. */
    private static final int LOOKS = 50;

    /** The mishaps that make brokers unavailable, for everybody or for one gateway. */
    private static final Set<Mishap> OF_BROKERS =
            EnumSet.of(Mishap.BROKER_KILLED, Mishap.BROKERS_KILLED, Mishap.GATEWAY_CUT_OFF, Mishap.BROKER_LINK_CUT);

    private static final int SHOWN = 5;
    private static final long MOST_PAUSE_MILLIS = 1_500;
    private static final long STORM_PAUSE_MILLIS = 1_000;
    private static final long GUST_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(180);

    private final Report report;
    private final BrokenPromises findings;
    private final SplittableRandom random;
    private final KafkaScene scene;
    private final KafkaMishaps mishaps;
    private final Optional<Long> endNanos;

    /**
     * Starts brokers, gateways and writers.
     *
     * @param brokers the number of brokers
     */
    KafkaRound(Site site, int brokers, KillRun.Plan plan) throws IOException, SQLException, InterruptedException {
        this.report = site.report();
        this.findings = report.findings();
        this.random = new SplittableRandom(site.seed());
        this.scene = new KafkaScene(site.directory(), brokers, random.nextLong(), site.stores(), findings);
        this.mishaps = new KafkaMishaps(plan.mishaps(), scene, random.split(), report);
        this.endNanos = plan.time().map(time -> System.nanoTime() + time.toNanos());
        report.step(brokers + " brokers run");
    }

    @Override
    public void cycle(int number) throws IOException, SQLException, InterruptedException {
        awaitProgress();
        scene.checkUpdates();
        if (endNanos.isPresent()) {
            gust(Math.min(endNanos.get(), System.nanoTime() + GUST_NANOS));
        } else {
            await("each gateway has lanes", scene::areShared);
            scene.anotherBacklog();
            pass(random.nextLong(MOST_PAUSE_MILLIS));
            while (!findings.any() && !mishaps.strike()) {
                pass(random.nextLong(MOST_PAUSE_MILLIS));
            }
        }
        await("everything runs again", mishaps::areOver);
    }

    /**
     * Makes mishaps until a time. Everything recovers after each gust. Without these breaks, gateways would live only for a second
     * and make no progress, so the run would test nothing.
     */
    private void gust(long end) throws IOException, SQLException, InterruptedException {
        while (System.nanoTime() - end < 0 && !findings.any()) {
            pass(random.nextLong(STORM_PAUSE_MILLIS));
            if (!findings.any()) {
                mishaps.strike();
            }
        }
    }

    /** Waits until each lane has at least one more result. */
    private void awaitProgress() throws IOException, InterruptedException {
        final List<Long> before = scene.answered();
        await("each lane has results", () -> {
            final List<Long> now = scene.answered();
            return IntStream.range(0, now.size()).allMatch(lane -> now.get(lane) > before.get(lane));
        });
    }

    @Override
    public void finish() throws IOException, SQLException, InterruptedException {
        awaitProgress();
        await("each gateway has lanes", scene::areShared);
        if (findings.any()) {
            return;
        }
        final List<Long> last = scene.endWriters();
        await("all is answered up to " + last, () -> scene.answered().equals(last));
        if (!findings.any()) {
            scene.judge(last);
        }
    }

    private void pass(long millis) throws IOException, InterruptedException {
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() - end < 0 && !findings.any()) {
            look();
        }
    }

    private void await(String what, BooleanSupplier so) throws IOException, InterruptedException {
        final long begun = System.nanoTime();
        while (!so.getAsBoolean() && !findings.any()) {
            look();
            if (System.nanoTime() - begun > PATIENCE_NANOS) {
                findings.add(
                        Kind.STUCK,
                        "waited in vain until " + what + "; unavailable: " + mishaps.away() + "; answered: "
                                + scene.answered());
            }
        }
    }

    private void look() throws IOException, InterruptedException {
        mishaps.look();
        for (int i = 0; i < LOOKS; i++) {
            scene.look(mishaps.areOver());
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Reports lanes that gateways gave up without another gateway taking over, unless mishaps of brokers may be the reason. */
    private void judgeEnds() throws IOException {
        long claimed = 0;
        final List<String> others = new ArrayList<>();
        for (final Gateway gateway : scene.gateways()) {
            for (final LaneLog log : gateway.all()) {
                claimed += log.claimed();
                others.addAll(log.otherEnds());
            }
        }
        report.add("times that a lane ended because another gateway had claimed it", claimed);
        report.add("times for other reasons", others.size());
        others.stream().limit(SHOWN).forEach(end -> report.line("  " + end));
        if (!others.isEmpty() && Collections.disjoint(report.mishaps().keySet(), OF_BROKERS)) {
            findings.add(Kind.DIED, others.size(), "lanes ended for no known reason, the first: " + others.get(0));
        }
    }

    @Override
    public void close() throws IOException {
        try (scene) {
            report.add("requests answered", scene.requests());
            report.add("requests of former writers refused", scene.repeated());
            report.add("results", scene.results());
            report.add("results of updates", scene.updates());
            report.add("lanes given up by gateways that were suspended or cut off", mishaps.fences());
            judgeEnds();
        }
    }

    @Override
    public void delete() throws IOException, SQLException {
        scene.delete();
    }
}
