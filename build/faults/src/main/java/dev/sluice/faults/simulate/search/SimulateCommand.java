package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.program.Trace;
import dev.sluice.faults.simulate.world.RunCounts;
import dev.sluice.faults.simulate.world.Setup;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code sluice simulate}. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs the gateway's core, with updates, over simulated queues, databases and a simulated clock in memory,"
                    + " which crash, lose power and fail at every step. Compares everything with a model that runs the"
                    + " requests one at a time.",
            "First repeats known runs, which failed once. Then runs each small program with one crash at each of its"
                    + " steps, and random programs, one for each seed. The command ends with the first broken promise,"
                    + " and prints the run that broke it, which can be repeated bit for bit."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every promise was kept", "1:a promise was broken", "2:wrong options"})
public final class SimulateCommand implements Callable<Integer> {

    private static final int BROKEN = 1;
    private static final long PROGRESS_SECONDS = 5;
    private static final int LAST_LINES = 300;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "10000",
            description = "The number of random runs (default: ${DEFAULT-VALUE}).")
    private long seeds;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description =
                    "The first seed (default: 1). Without --seeds only this seed is run, and its steps are printed.")
    private Optional<Long> seed = Optional.empty();

    @Option(names = "--pairs", description = "Run the small programs with every pair of crashes, too: takes minutes.")
    private boolean pairs;

    @Option(
            names = "--lanes",
            paramLabel = "N",
            defaultValue = "1",
            description = {
                "The number of lanes of a run (default: ${DEFAULT-VALUE}, the queues of one machine). If there is more"
                        + " than one, lanes are logs as on Kafka, several processes may believe that a lane is theirs,"
                        + " and there are only random runs."
            })
    private int lanes;

    @Option(
            names = "--threads",
            paramLabel = "T",
            description = "The number of runs at a time (default: the number of processors).")
    private Optional<Integer> threads = Optional.empty();

    @Option(
            names = "--program",
            paramLabel = "NAME",
            description = "Run only this small program, with one --script, and print its steps.")
    private Optional<String> program = Optional.empty();

    @Option(
            names = "--script",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "The mishaps in that program, in the form that a failure prints.")
    private String script;

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws InterruptedException {
        if (seeds < 0 || threads.orElse(1) < 1 || lanes < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--seeds must not be negative, nor --threads or --lanes less than 1");
        }
        if (lanes > 1 && (pairs || program.isPresent())) {
            throw new ParameterException(spec.commandLine(), "--pairs and --program are for one lane");
        }
        if (program.isPresent()) {
            return repeatProgram(program.get());
        }
        final boolean one =
                seed.isPresent() && !spec.commandLine().getParseResult().hasMatchedOption("--seeds");
        if (one) {
            return repeat(KnownRun.ofSeed(lanes, seed.get()), Integer.MAX_VALUE);
        }
        if (lanes > 1) {
            return simulate() ? 0 : BROKEN;
        }
        return known() && exhaust() && simulate() ? 0 : BROKEN;
    }

    private boolean known() {
        final RunCounts tally = new RunCounts();
        for (final KnownRun run : KnownRun.all()) {
            try {
                run.play(Trace.ofHash(), tally);
            } catch (final RuntimeException | Error e) {
                out.println("a known run failed again: " + run);
                show(run, e);
                return false;
            }
        }
        out.println(tally.report("known runs, which failed once or fail if a check is removed"));
        return true;
    }

    private boolean exhaust() {
        final Map<String, Setup> programs = SmallPrograms.all();
        final RunCounts tally = new RunCounts();
        try {
            for (final Map.Entry<String, Setup> each : programs.entrySet()) {
                final Exhaustive exhaustive = new Exhaustive(each.getKey(), each.getValue(), tally);
                exhaustive.singles();
                if (SmallPrograms.setBack(each.getKey())) {
                    exhaustive.setBacks();
                }
                if (pairs) {
                    exhaustive.pairs();
                }
            }
        } catch (final Exhaustive.Failure e) {
            out.println(e.getMessage());
            out.println("Repeat it with: ./sluice simulate " + e.run().options());
            return false;
        }
        final String what = programs.size() + " small programs, every " + (pairs ? "pair of crashes" : "single crash");
        out.println(tally.report(what));
        return true;
    }

    private boolean simulate() throws InterruptedException {
        final long first = seed.orElse(1L);
        final int workers = threads.orElse(Runtime.getRuntime().availableProcessors());
        final Simulation simulation = new Simulation(lanes, first, seeds);
        final ScheduledExecutorService progress = Executors.newSingleThreadScheduledExecutor();
        progress.scheduleAtFixedRate(
                () -> out.printf(
                        "%,d of %,d seeds, %,.0f/s%n",
                        simulation.done(),
                        seeds,
                        simulation.done() / simulation.tally().seconds()),
                PROGRESS_SECONDS,
                PROGRESS_SECONDS,
                TimeUnit.SECONDS);
        try {
            simulation.run(workers);
        } finally {
            progress.shutdownNow();
        }
        if (simulation.failure().isPresent()) {
            final Simulation.Failure failure = simulation.failure().get();
            out.println("seed " + failure.seed() + " failed; " + simulation.done() + " seeds before it did not");
            show(KnownRun.ofSeed(lanes, failure.seed()), failure.cause());
            out.println("All its steps: ./sluice simulate" + (lanes == 1 ? "" : " --lanes " + lanes) + " --seed "
                    + failure.seed());
            return false;
        }
        out.println(simulation.tally().report("seeds " + first + " to " + (first + seeds - 1)));
        return true;
    }

    private int repeatProgram(String name) {
        final KnownRun run = new KnownRun((name + " " + script).strip());
        try {
            return repeat(run, Integer.MAX_VALUE);
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "'" + run + "' is not a run: " + e.getMessage(), e);
        }
    }

    /** Prints the last steps of a run that broke a promise. */
    private void show(KnownRun run, Throwable cause) {
        if (repeat(run, LAST_LINES) != BROKEN) {
            out.println("the run did not fail again; it had failed with " + cause);
        }
    }

    /** Plays a run, prints its last steps up to a number of lines, and prints the broken promise if there is one. */
    private int repeat(KnownRun run, int lastLines) {
        final Trace trace = Trace.ofLines();
        Throwable broken = null;
        try {
            run.play(trace, new RunCounts());
        } catch (final IllegalArgumentException e) {
            throw e;
        } catch (final RuntimeException | Error e) {
            broken = e;
        }
        final List<String> lines = trace.lines();
        final int from = Math.max(0, lines.size() - lastLines);
        if (from > 0) {
            out.println(lines.get(0));
            out.println("... and " + (from - 1) + " lines");
        }
        lines.subList(from, lines.size()).forEach(out::println);
        if (broken != null) {
            broken.printStackTrace(out);
        }
        out.printf(
                "%s: %s; hash of its trace: %016x%n",
                run, broken == null ? "every promise kept" : broken.getMessage(), trace.hash());
        return broken == null ? 0 : BROKEN;
    }
}
