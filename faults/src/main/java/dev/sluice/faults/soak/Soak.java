package dev.sluice.faults.soak;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.DatabaseKind;
import dev.sluice.faults.kill.Stores;
import dev.sluice.faults.kill.bank.ItemService;
import dev.sluice.faults.soak.measure.Judgement;
import dev.sluice.faults.soak.measure.Sampler;
import dev.sluice.faults.soak.measure.Samples;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A run: mishaps at an even pace until its time is over; then everything is answered and judged. One thread. */
final class Soak {

    /**
     * The task.
     *
     * @param length from the start to the last mishap and sample
     * @param seed of everything at random, but for the moments, which are the machine's
     * @param directory where everything is kept, empty or not there yet
     * @param report takes what is said at the end
     */
    record Plan(Duration length, long seed, DatabaseKind database, Path directory, Optional<Path> report) {}

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);
    private static final Duration BETWEEN_CHECKS = Duration.ofMinutes(1);

    private final Plan plan;
    private final PrintStream out;
    private final BrokenPromises findings = new BrokenPromises();
    private final List<String> said = new ArrayList<>();
    private final long startNanos = System.nanoTime();
    /** The time after which everything worked; zero before. */
    private Duration begun = Duration.ZERO;

    Soak(Plan plan, PrintStream out) {
        this.plan = plan;
        this.out = out;
    }

    /** Runs it, prints the table, and leaves everything there. Returns whether no promise was broken, and nothing grew. */
    boolean run() throws IOException, SQLException, InterruptedException {
        say("soak for " + plan.length().toSeconds() + " s over " + plan.database() + ", seed " + plan.seed());
        Sampler.unavailable().forEach(missing -> say("not sampled is " + missing));
        Files.createDirectories(plan.directory());
        Files.writeString(plan.directory().resolve("seed"), plan.seed() + "\n");
        final Path csv = plan.directory().resolve("samples.csv");
        final Judgement judgement;
        try (Samples samples = new Samples(csv)) {
            soak(samples);
            judgement = new Judgement(samples.all(), plan.length().minus(begun));
        }
        say(judgement.text().stripTrailing());
        final List<String> grown = judgement.findings();
        findings.lines().forEach(this::say);
        say(grown.isEmpty() ? "nothing was seen to grow" : "not flat: " + String.join("; ", grown));
        if (plan.report().isPresent()) {
            final Path report = plan.report().get().toAbsolutePath();
            Files.createDirectories(report.getParent());
            Files.write(report, said);
            Files.copy(csv, report.resolveSibling(report.getFileName() + ".csv"), StandardCopyOption.REPLACE_EXISTING);
        }
        return !findings.any() && grown.isEmpty();
    }

    private void soak(Samples samples) throws IOException, SQLException, InterruptedException {
        final boolean brief = plan.length().compareTo(Duration.ofMinutes(10)) < 0;
        final Path queues = Files.createDirectories(plan.directory().resolve("queues"));
        try (Stores stores = plan.database().openServer(plan.directory(), Scene.DATABASES);
                ItemService items = new ItemService();
                Sampler sampler = new Sampler(samples, queues, seconds(brief ? 1 : 5))) {
            sampler.watch("readers and checks", ProcessHandle.current());
            final Surroundings surroundings =
                    new Surroundings(plan.directory(), queues, plan.seed(), stores, items, sampler, findings);
            try (Scene scene = new Scene(surroundings)) {
                soak(scene, sampler, samples);
            }
        }
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    private void soak(Scene scene, Sampler sampler, Samples samples)
            throws IOException, SQLException, InterruptedException {
        if (scene.clocks().isEmpty()) {
            say("no clock is set: needs 'cc' on Linux, which is not here");
        }
        final Mishaps mishaps = new Mishaps(
                scene,
                new SplittableRandom(plan.seed()),
                least(seconds(40), plan.length().dividedBy(8)));
        final Duration between = between();
        Duration strike = Duration.ZERO;
        final Duration quiet =
                plan.length().minus(least(seconds(20), plan.length().dividedBy(6)));
        Duration line = BETWEEN_LINES;
        Duration check = BETWEEN_CHECKS;
        while (over().compareTo(plan.length()) < 0 && !findings.any()) {
            final boolean calm = over().compareTo(quiet) >= 0;
            scene.look(!calm);
            mishaps.look();
            if (begun.isZero() && scene.works()) {
                begin(samples);
                strike = begun.plus(between);
            } else if (!begun.isZero() && over().compareTo(strike) >= 0 && !calm) {
                strike = over().plus(between);
                mishaps.strike();
            }
            if (over().compareTo(line) >= 0) {
                line = over().plus(BETWEEN_LINES);
                progress(scene, mishaps);
            }
            if (over().compareTo(check) >= 0 && mishaps.areOver()) {
                check = over().plus(BETWEEN_CHECKS);
                scene.checkUpdates();
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        sampler.close();
        if (begun.isZero()) {
            say("not everything has worked in that time: nothing is judged by its growth");
            samples.begin();
        }
        if (!sampler.failure().isEmpty()) {
            throw new IOException(sampler.failure());
        }
        while (!mishaps.areOver() && !findings.any()) {
            scene.look(false);
            mishaps.look();
            LockSupport.parkNanos(LOOK_NANOS);
        }
        if (!findings.any()) {
            scene.finish();
        }
        progress(scene, mishaps);
        say("mishaps: " + mishaps.happened());
    }

    private void begin(Samples samples) {
        begun = over();
        samples.begin();
        say("everything works");
    }

    /** Seldom enough in a long run that processes get something done in between, often enough in a short one that each happens. */
    private Duration between() {
        final Duration even = plan.length().dividedBy(40);
        return even.compareTo(seconds(4)) < 0 ? seconds(4) : least(even, seconds(20));
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private Duration over() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    private void progress(Scene scene, Mishaps mishaps) {
        final int struck =
                mishaps.happened().values().stream().mapToInt(Integer::intValue).sum();
        say(String.format(
                Locale.ROOT,
                "%,d results, %,d of updates; %d runs of the job; %d mishaps; %s; %d s left",
                scene.steady().results() + scene.troubled().results(),
                scene.steady().updates() + scene.troubled().updates(),
                scene.jobs().runs().runs(),
                struck,
                findings.any() ? "a promise is broken" : "nothing found",
                Math.max(0, plan.length().minus(over()).toSeconds())));
    }

    private void say(String text) {
        said.add(text);
        out.printf(Locale.ROOT, "%7.1f s %s%n", over().toMillis() / 1e3, text);
        out.flush();
    }
}
