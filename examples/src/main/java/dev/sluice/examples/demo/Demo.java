package dev.sluice.examples.demo;

import dev.sluice.testsupport.KafkaBrokers;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.ExitCode;

/** One run of the demo, which begins with an empty directory or continues an interrupted run. */
record Demo(DemoOptions options, Screen screen) {

    /** Runs the demo, and returns the exit code. */
    int run() throws IOException, SQLException, ExecutionException, InterruptedException {
        try (DemoDirectory directory = DemoDirectory.open(options.directory)) {
            final DemoState state = begin(directory);
            if (state.database() == DatabaseKind.POSTGRESQL) {
                PostgresDatabase.announce(screen);
            }
            try (DemoDatabase database = state.database().open(directory.database());
                    DemoLanes lanes = DemoLanes.open(directory, state.brokers(), screen)) {
                screen.line(machine(database.version()));
                final boolean continued = state.stage() == DemoState.Stage.RUNNING;
                try {
                    return begun(directory, load(directory, state, database), continued, database, lanes);
                } catch (final Exception e) {
                    // The exception may be only a consequence of an interrupt, so report a failure of the lanes first.
                    lanes.checkFailure();
                    throw e;
                }
            }
        }
    }

    /** Returns a line that describes the database, the machine and Java. */
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
                        "the interrupted run in " + directory.root() + " was started with " + earlier.parameters()
                                + ": to continue it, leave out options that differ; to start over, add --fresh",
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
                    "--planted-differences needs a REST service: add --rest, which starts one", ExitCode.USAGE);
        }
        if (state.brokers() > 0 && !KafkaBrokers.areThere()) {
            throw new DemoException(
                    "the lanes of the interrupted run are on Kafka: " + DemoLanes.START_WITH_KAFKA, ExitCode.USAGE);
        }
        if (options.outage.isPresent() && !state.rest()) {
            throw new DemoException("--outage needs a REST service: add --rest, which starts one", ExitCode.USAGE);
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

    private int begun(
            DemoDirectory directory, DemoState state, boolean continued, DemoDatabase database, DemoLanes lanes)
            throws IOException, SQLException, ExecutionException, InterruptedException {
        if (!state.rest()) {
            return new DemoRun(options, screen, directory, state, continued, database, lanes, Optional.empty()).run();
        }
        final PlantedDifferences planted = state.planted()
                ? PlantedDifferences.choose(database.dataSource(), state.seed())
                : PlantedDifferences.NONE;
        try (LookupServices services = LookupServices.start(directory, database, planted, screen)) {
            planted.lines().forEach(screen::line);
            screen.line("You may suspend a service with kill -STOP, or kill it: the demo restarts it, and the letters"
                    + " stay the same.");
            return new DemoRun(options, screen, directory, state, continued, database, lanes, Optional.of(services))
                    .run();
        }
    }
}
