package dev.sluice.faults.kafka;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.KillRun;
import dev.sluice.faults.kill.Mishap;
import dev.sluice.faults.kill.Stores;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A run of the crash test. It makes failures happen, which are called mishaps: one after another, or overlapping in a storm. At
 * the end it waits until all requests are answered, and checks everything. The run ends early if it finds that the gateways have
 * broken a promise, for example lost a result. Not thread-safe.
 */
final class KafkaCrash {

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

    private final KillRun.Plan plan;
    private final int brokers;
    private final PrintStream out;
    private final BrokenPromises findings = new BrokenPromises();
    private final SplittableRandom random;
    private final long startNanos = System.nanoTime();

    /** @param brokers the number of brokers to start */
    KafkaCrash(KillRun.Plan plan, int brokers, PrintStream out) {
        this.plan = plan;
        this.brokers = brokers;
        this.out = out;
        this.random = new SplittableRandom(plan.seed());
    }

    /** Executes the plan, prints the counts, and keeps all files. Returns true if no broken promise was found. */
    boolean run() throws IOException, SQLException, InterruptedException {
        say(plan.time().map(storm -> "a storm of " + storm.toSeconds() + " s").orElse(plan.cycles() + " mishaps")
                + " over " + brokers + " brokers and " + plan.database() + ", seed " + plan.seed() + ", in "
                + plan.directory());
        Files.createDirectories(plan.directory());
        Files.writeString(plan.directory().resolve("seed"), plan.seed() + "\n");
        try (Stores stores = plan.database().openServer(plan.directory());
                KafkaScene scene = new KafkaScene(plan.directory(), brokers, random.nextLong(), stores, findings)) {
            final KafkaMishaps mishaps =
                    new KafkaMishaps(plan.mishaps(), scene, random.split(), text -> say("  " + text));
            awaitProgress(scene, mishaps);
            await("each gateway has lanes", scene::areShared, scene, mishaps);
            if (plan.time().isEmpty()) {
                oneByOne(scene, mishaps);
            } else {
                storm(scene, mishaps);
            }
            finish(scene, mishaps);
            tell(scene, mishaps);
        }
        findings.lines().forEach(out::println);
        return !findings.any();
    }

    private void oneByOne(KafkaScene scene, KafkaMishaps mishaps)
            throws IOException, SQLException, InterruptedException {
        while (done(mishaps) < plan.cycles() && !findings.any()) {
            scene.anotherBacklog();
            pass(TimeUnit.MILLISECONDS.toNanos(random.nextLong(MOST_PAUSE_MILLIS)), scene, mishaps);
            if (!findings.any()) {
                mishaps.strike();
            }
            await("everything runs again", mishaps::areOver, scene, mishaps);
            awaitProgress(scene, mishaps);
            await("each gateway has lanes", scene::areShared, scene, mishaps);
            scene.checkUpdates();
        }
    }

    /**
     * Makes mishaps in gusts, and lets everything recover after each gust. Without these breaks, gateways would live only for a
     * second and make no progress, so the run would test nothing.
     */
    private void storm(KafkaScene scene, KafkaMishaps mishaps) throws IOException, SQLException, InterruptedException {
        final long end = System.nanoTime() + plan.time().orElseThrow().toNanos();
        while (System.nanoTime() - end < 0 && !findings.any()) {
            gust(Math.min(end, System.nanoTime() + GUST_NANOS), scene, mishaps);
            await("everything runs again", mishaps::areOver, scene, mishaps);
            awaitProgress(scene, mishaps);
            scene.checkUpdates();
        }
    }

    private void gust(long end, KafkaScene scene, KafkaMishaps mishaps)
            throws IOException, SQLException, InterruptedException {
        while (System.nanoTime() - end < 0 && !findings.any()) {
            pass(TimeUnit.MILLISECONDS.toNanos(random.nextLong(STORM_PAUSE_MILLIS)), scene, mishaps);
            if (!findings.any()) {
                mishaps.strike();
            }
        }
    }

    private static int done(KafkaMishaps mishaps) {
        return mishaps.happened().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Waits until each lane has at least one more result. */
    private void awaitProgress(KafkaScene scene, KafkaMishaps mishaps) throws IOException, InterruptedException {
        final List<Long> before = scene.answered();
        await(
                "each lane has results",
                () -> {
                    final List<Long> now = scene.answered();
                    for (int lane = 0; lane < now.size(); lane++) {
                        if (now.get(lane) <= before.get(lane)) {
                            return false;
                        }
                    }
                    return true;
                },
                scene,
                mishaps);
    }

    private void finish(KafkaScene scene, KafkaMishaps mishaps) throws IOException, SQLException, InterruptedException {
        await("everything runs again", mishaps::areOver, scene, mishaps);
        if (findings.any()) {
            return;
        }
        final List<Long> last = scene.endWriters();
        await("all is answered up to " + last, () -> scene.answered().equals(last), scene, mishaps);
        if (!findings.any()) {
            scene.judge(last);
        }
    }

    private void pass(long nanos, KafkaScene scene, KafkaMishaps mishaps) throws IOException, InterruptedException {
        final long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0 && !findings.any()) {
            look(scene, mishaps);
        }
    }

    private void await(String what, BooleanSupplier so, KafkaScene scene, KafkaMishaps mishaps)
            throws IOException, InterruptedException {
        final long begun = System.nanoTime();
        while (!so.getAsBoolean() && !findings.any()) {
            look(scene, mishaps);
            if (System.nanoTime() - begun > PATIENCE_NANOS) {
                findings.add(
                        Kind.STUCK,
                        "waited in vain until " + what + "; unavailable: " + mishaps.away() + "; answered: "
                                + scene.answered());
            }
        }
    }

    private void look(KafkaScene scene, KafkaMishaps mishaps) throws IOException, InterruptedException {
        mishaps.look();
        for (int i = 0; i < LOOKS; i++) {
            scene.look(mishaps.areOver());
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Reports lanes that gateways gave up without another gateway taking over, unless mishaps of brokers may be the reason. */
    private void judgeEnds(KafkaScene scene, KafkaMishaps mishaps) throws IOException {
        long claimed = 0;
        final List<String> others = new ArrayList<>();
        for (final Gateway gateway : scene.gateways()) {
            for (final LaneLog log : gateway.all()) {
                claimed += log.claimed();
                others.addAll(log.otherEnds());
            }
        }
        out.printf(
                Locale.ROOT,
                "lanes ended %,d times because another gateway had claimed them, and %,d times for other reasons%n",
                claimed,
                others.size());
        others.stream().limit(SHOWN).forEach(end -> out.println("  " + end));
        if (!others.isEmpty() && Collections.disjoint(mishaps.happened().keySet(), OF_BROKERS)) {
            findings.add(Kind.DIED, others.size(), "lanes ended for no known reason, the first: " + others.get(0));
        }
    }

    private void tell(KafkaScene scene, KafkaMishaps mishaps) throws IOException {
        say(done(mishaps) + " mishaps: " + mishaps.happened());
        out.printf(
                Locale.ROOT,
                "%,d requests answered, %,d requests of former writers refused, %,d results, of which %,d of updates;"
                        + " %,d lanes given up by gateways that were suspended or cut off%n",
                scene.requests(),
                scene.repeated(),
                scene.results(),
                scene.updates(),
                mishaps.fences());
        judgeEnds(scene, mishaps);
    }

    private void say(String text) {
        out.printf(Locale.ROOT, "%7.1f s %s%n", (System.nanoTime() - startNanos) / 1e9, text);
        out.flush();
    }
}
