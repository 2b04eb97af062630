package dev.sluice.faults.kafka;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.faults.kill.Stores;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    /**
     * The plan of a run.
     *
     * @param kills the number of mishaps, if there is no storm
     * @param storm the duration of a storm, in which mishaps overlap; zero for no storm
     * @param seed the seed of all random choices; with equal seeds, the exact times of mishaps still depend on the machine
     * @param mishaps the mishaps that may happen
     * @param directory the directory for all files; it must be empty or not exist yet
     */
    record Plan(
            int brokers,
            int kills,
            Duration storm,
            long seed,
            List<Mishap> mishaps,
            DatabaseKind database,
            Path directory) {}

    private static final long LOOK_NANOS = 1_000_000;
    /** The number of checks of the scene after which the test looks again for steps of mishaps that are due. */
    private static final int LOOKS = 50;

    private static final int SHOWN = 5;
    private static final long MOST_PAUSE_MILLIS = 1_500;
    private static final long STORM_PAUSE_MILLIS = 1_000;
    private static final long GUST_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(180);

    private final Plan plan;
    private final PrintStream out;
    private final BrokenPromises findings = new BrokenPromises();
    private final SplittableRandom random;
    private final Map<Mishap, Integer> happened = new EnumMap<>(Mishap.class);
    private final long startNanos = System.nanoTime();
    private int done;

    KafkaCrash(Plan plan, PrintStream out) {
        this.plan = plan;
        this.out = out;
        this.random = new SplittableRandom(plan.seed());
    }

    /** Executes the plan, prints the counts, and keeps all files. Returns true if no broken promise was found. */
    boolean run() throws IOException, SQLException, InterruptedException {
        say((plan.storm().isZero()
                        ? plan.kills() + " mishaps"
                        : "a storm of " + plan.storm().toSeconds() + " s")
                + " over " + plan.brokers() + " brokers and " + plan.database() + ", seed " + plan.seed() + ", in "
                + plan.directory());
        Files.createDirectories(plan.directory());
        Files.writeString(plan.directory().resolve("seed"), plan.seed() + "\n");
        try (Stores stores = plan.database().openServer(plan.directory());
                Scene scene = new Scene(plan.directory(), plan.brokers(), random.nextLong(), stores, findings)) {
            final Mishaps mishaps = new Mishaps(scene, random.split(), text -> say("  " + text));
            awaitProgress(scene, mishaps);
            await("each gateway has lanes", scene::areShared, scene, mishaps);
            if (plan.storm().isZero()) {
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

    private void oneByOne(Scene scene, Mishaps mishaps) throws IOException, SQLException, InterruptedException {
        while (done < plan.kills() && !findings.any()) {
            scene.anotherBacklog();
            pass(TimeUnit.MILLISECONDS.toNanos(random.nextLong(MOST_PAUSE_MILLIS)), scene, mishaps);
            strike(mishaps);
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
    private void storm(Scene scene, Mishaps mishaps) throws IOException, SQLException, InterruptedException {
        final long end = System.nanoTime() + plan.storm().toNanos();
        while (System.nanoTime() - end < 0 && !findings.any()) {
            gust(Math.min(end, System.nanoTime() + GUST_NANOS), scene, mishaps);
            await("everything runs again", mishaps::areOver, scene, mishaps);
            awaitProgress(scene, mishaps);
            scene.checkUpdates();
        }
    }

    private void gust(long end, Scene scene, Mishaps mishaps) throws IOException, InterruptedException {
        while (System.nanoTime() - end < 0 && !findings.any()) {
            pass(TimeUnit.MILLISECONDS.toNanos(random.nextLong(STORM_PAUSE_MILLIS)), scene, mishaps);
            strike(mishaps);
        }
    }

    private void strike(Mishaps mishaps) throws IOException, InterruptedException {
        final Mishap mishap = Mishap.draw(plan.mishaps(), random);
        if (!findings.any() && mishaps.strike(mishap)) {
            done++;
            happened.merge(mishap, 1, Integer::sum);
        }
    }

    /** Waits until each lane has at least one more result. */
    private void awaitProgress(Scene scene, Mishaps mishaps) throws IOException, InterruptedException {
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

    private void finish(Scene scene, Mishaps mishaps) throws IOException, SQLException, InterruptedException {
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

    private void pass(long nanos, Scene scene, Mishaps mishaps) throws IOException, InterruptedException {
        final long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0 && !findings.any()) {
            look(scene, mishaps);
        }
    }

    private void await(String what, BooleanSupplier so, Scene scene, Mishaps mishaps)
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

    private void look(Scene scene, Mishaps mishaps) throws IOException, InterruptedException {
        mishaps.look();
        for (int i = 0; i < LOOKS; i++) {
            scene.look(mishaps.areOver());
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Reports lanes that gateways gave up without another gateway taking over, unless mishaps of brokers may be the reason. */
    private void judgeEnds(Scene scene) throws IOException {
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
        if (!others.isEmpty() && Collections.disjoint(happened.keySet(), Mishap.OF_BROKERS)) {
            findings.add(Kind.DIED, others.size(), "lanes ended for no known reason, the first: " + others.get(0));
        }
    }

    private void tell(Scene scene, Mishaps mishaps) throws IOException {
        say(done + " mishaps: " + happened);
        out.printf(
                Locale.ROOT,
                "%,d requests answered, %,d requests of former writers refused, %,d results, of which %,d of updates;"
                        + " %,d lanes given up by gateways that were suspended or cut off%n",
                scene.requests(),
                scene.repeated(),
                scene.results(),
                scene.updates(),
                mishaps.fences());
        judgeEnds(scene);
    }

    private void say(String text) {
        out.printf(Locale.ROOT, "%7.1f s %s%n", (System.nanoTime() - startNanos) / 1e9, text);
        out.flush();
    }
}
