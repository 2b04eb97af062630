package dev.sluice.examples.demo;

import dev.sluice.examples.letters.LettersReport;
import dev.sluice.examples.letters.OneAtATime;
import dev.sluice.examples.letters.SelectEach;
import dev.sluice.examples.letters.SingleLookups;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

/** One run of the demo, from an empty directory or from where an interrupted one was. */
final class Demo {

    private final DemoOptions options;
    private final Screen screen;

    Demo(DemoOptions options, Screen screen) {
        this.options = options;
        this.screen = screen;
    }

    /** Runs to the end and gives the exit code. */
    int run() throws IOException, SQLException, ExecutionException, InterruptedException {
        try (DemoDirectory directory = DemoDirectory.open(options.directory)) {
            OwnedProcess.endOrphan(directory.gatewayPid())
                    .ifPresent(
                            pid -> screen.line("Ended the gateway that a killed demo had left (process " + pid + ")."));
            LookupServices.endOrphans(directory);
            final DemoState state = begin(directory);
            if (state.database() == DatabaseKind.POSTGRESQL) {
                PostgresDatabase.announce(screen);
            }
            try (DemoDatabase database = state.database().open(directory.database())) {
                screen.line(machine(database.version()));
                final boolean continued = state.stage() == DemoState.Stage.RUNNING;
                return begun(directory, load(directory, state, database), continued, database);
            }
        }
    }

    /** What the figures are measured on. */
    private static String machine(String database) {
        return String.format(
                Locale.ROOT,
                "%s, %s %s, %d cores, Java %s",
                database,
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                Runtime.version());
    }

    private DemoState begin(DemoDirectory directory) throws IOException {
        if (directory.hasState() && !options.fresh) {
            final DemoState earlier = directory.readState();
            if (earlier.stage() != DemoState.Stage.FINISHED && !options.fit(earlier)) {
                throw new DemoException(
                        "the interrupted run in " + directory.root() + " has " + earlier.parameters()
                                + ": run without these options to continue it, or with --fresh to start over",
                        ExitCode.USAGE);
            }
            if (earlier.stage() == DemoState.Stage.RUNNING) {
                screen.line(
                        "Continuing the interrupted run in " + directory.root() + " (" + earlier.parameters() + ").");
                return checked(earlier);
            }
        }
        final DemoState state = checked(options.begin());
        PostgresDatabase.endOrphan(directory.database());
        directory.clear();
        directory.write(state);
        screen.line("Everything is kept in " + directory.root() + " (" + state.parameters() + ").");
        return state;
    }

    private DemoState checked(DemoState state) {
        if (state.planted() && !state.rest()) {
            throw new DemoException(
                    "--planted-differences are a service's, and there are none without --rest", ExitCode.USAGE);
        }
        if (options.outage.isPresent() && !state.rest()) {
            throw new DemoException("--outage is of a service, and there are none without --rest", ExitCode.USAGE);
        }
        return state;
    }

    private DemoState load(DemoDirectory directory, DemoState state, DemoDatabase database)
            throws IOException, SQLException, InterruptedException {
        if (state.stage() == DemoState.Stage.RUNNING) {
            return state;
        }
        final DemoData data = new DemoData(state.contracts(), state.seed());
        try (Screen.Progress progress = screen.progress(() -> Screen.bar("data", data.inserted(), data.rows()))) {
            progress.begin();
            data.load(database.dataSource());
        }
        final DemoState loaded = state.at(DemoState.Stage.RUNNING);
        directory.write(loaded);
        return loaded;
    }

    private int begun(DemoDirectory directory, DemoState state, boolean continued, DemoDatabase database)
            throws IOException, SQLException, ExecutionException, InterruptedException {
        if (!state.rest()) {
            return run(directory, state, continued, database, Optional.empty());
        }
        final PlantedDifferences planted = state.planted()
                ? PlantedDifferences.choose(database.dataSource(), state.seed())
                : PlantedDifferences.NONE;
        try (LookupServices services = LookupServices.start(directory, database, planted, screen)) {
            planted.lines().forEach(screen::line);
            screen.line("Stop one with kill -STOP, or kill it, and it is back in a second: only the time changes.");
            return run(directory, state, continued, database, Optional.of(services));
        }
    }

    private int run(
            DemoDirectory directory,
            DemoState state,
            boolean continued,
            DemoDatabase database,
            Optional<LookupServices> services)
            throws IOException, SQLException, ExecutionException, InterruptedException {
        final Optional<Served> served =
                options.serve.isPresent() ? Optional.of(Served.at(options.serve.get())) : Optional.empty();
        GatewayConfigFile.write(directory.gatewayConfig(), directory.queues(), database, services, served);
        screen.line("The gateway's configuration is " + directory.gatewayConfig());
        if (database.fileUrl().isPresent()) {
            GatewayConfigFile.writeForReplay(
                    directory.replayConfig(), database.fileUrl().get(), database.user());
        }
        served.ifPresent(at -> screen.line("It serves " + String.join(", ", at.urls())));
        try (GatewayProcess process = GatewayProcess.start(directory, Thread.currentThread()::interrupt)) {
            final GatewayRun gateway = new ThroughGateway(
                            directory, state, continued, database, services, options.outage, served, screen)
                    .run(process);
            final int exitCode = compare(directory, state, database, services, gateway);
            directory.write(state.at(DemoState.Stage.FINISHED));
            if (served.isPresent()) {
                stayUp(served.get(), process);
            }
            return exitCode;
        }
    }

    /** Until Ctrl-C, or until the gateway ends: both interrupt this thread. */
    private void stayUp(Served served, GatewayProcess process) throws IOException {
        served.urls().forEach(screen::line);
        screen.line("The gateway stays up and serves these until Ctrl-C.");
        try {
            new CountDownLatch(1).await();
        } catch (final InterruptedException ended) {
            if (!process.isAlive()) {
                throw process.death("while it stayed up");
            }
        }
    }

    private int compare(
            DemoDirectory directory,
            DemoState state,
            DemoDatabase database,
            Optional<LookupServices> services,
            GatewayRun gateway)
            throws IOException, SQLException, InterruptedException {
        final List<String> counts = services.isPresent() ? services.get().counts() : List.of();
        final List<LettersComparison> comparisons = new ArrayList<>();
        final List<Baseline> baselines = new ArrayList<>();
        final OptionalLong gets = options.gets(state);
        if (gets.isPresent()) {
            final Path file = directory.lettersByGets();
            baselines.add(Baseline.gets(
                    oneAtATime("one GET each", database, services.orElseThrow()::oneAtATime, file, gets.getAsLong())));
            comparisons.add(LettersComparison.of(directory.letters(), file, gets.getAsLong() == state.contracts()));
        }
        final OptionalLong limit = options.baseline(state);
        if (limit.isPresent()) {
            final Path file = directory.lettersOneAtATime();
            baselines.add(Baseline.selects(oneAtATime(
                    "one at a time", database, () -> SelectEach.open(database.dataSource()), file, limit.getAsLong())));
            comparisons.add(LettersComparison.of(directory.letters(), file, limit.getAsLong() == state.contracts()));
        }
        FinalTable.lines(gateway, state.rest(), baselines).forEach(screen::line);
        counts.forEach(screen::line);
        screen.line("The letters are in " + directory.letters());
        final Verdict verdict = Verdict.of(gateway, comparisons);
        verdict.lines().forEach(screen::line);
        return state.planted() ? ExitCode.OK : verdict.exitCode();
    }

    private LettersReport oneAtATime(
            String label, DemoDatabase database, SingleLookups.Source lookups, Path file, long limit)
            throws IOException, SQLException, InterruptedException {
        final OneAtATime job = new OneAtATime(database.dataSource(), lookups, file, DemoData.LETTER_DATE, limit);
        try (Screen.Progress progress = screen.progress(() -> Screen.bar(label, job.done(), limit))) {
            progress.begin();
            return job.run();
        }
    }
}
