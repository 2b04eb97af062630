package dev.sluice.faults.kill.letters;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Child;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.transport.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** The job, run over and over: a process for each run, and another one when it was killed; each run is checked at its end. One thread. */
public final class LettersRuns implements AutoCloseable {

    private static final int CONTRACTS = 500;
    private static final int WIDTH = 16;
    private static final int MARK_MILLIS = 50;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Path queues;
    private final Path directory;
    private final BrokenPromises findings;
    private final RunCheck check;
    private Letters run = new Letters(1, CONTRACTS);
    private Child job;
    private long endedNanos;
    private boolean ended;
    private long lines;

    /** Starts the first run; the lane and the tables are its own. */
    public LettersRuns(Lane lane, Store store, Path directory, BrokenPromises findings) throws IOException {
        this.queues = Path.of(lane.address());
        this.directory = directory;
        this.findings = findings;
        this.check = new RunCheck(queues, lane, store, findings);
        this.job = begin();
    }

    public static void create(Connection connection) throws SQLException {
        Letters.create(connection, CONTRACTS);
    }

    public static void declare(GatewayYaml yaml) {
        Letters.declare(yaml);
    }

    private Child begin() throws IOException {
        return LettersProgram.start(
                directory.resolve("job.log"), "", queues, letters(), run, WIDTH, MARK_MILLIS, line -> said());
    }

    private synchronized void said() {
        lines++;
    }

    private Path letters() {
        return directory.resolve(run.runId() + ".txt");
    }

    /** Looks at what was asked; checks a run that has ended, and some seconds later begins the next one, unless it was the last. */
    public void look(boolean more) throws IOException, SQLException, InterruptedException {
        check.look(run);
        if (!ended && !job.isAlive()) {
            end();
        } else if (ended && more && System.nanoTime() - endedNanos >= PAUSE_NANOS) {
            run = new Letters(run.run() + 1, CONTRACTS);
            ended = false;
            job = begin();
        }
    }

    private void end() throws IOException, SQLException, InterruptedException {
        try (Child process = job) {
            if (!process.ended(0)) {
                findings.add(Kind.DIED, process.described());
                return;
            }
        }
        check.checkEnded(run, letters());
        Files.delete(letters());
        ended = true;
        endedNanos = System.nanoTime();
    }

    /** Kills the job and starts it again; false when none runs. */
    public boolean kill() throws IOException, InterruptedException {
        if (ended || !job.isAlive()) {
            return false;
        }
        if (job.kill()) {
            job = begin();
        }
        return true;
    }

    /** Whether no run is under way. */
    public boolean hasEnded() {
        return ended;
    }

    /** How many runs have ended. */
    public int runs() {
        return ended ? run.run() : run.run() - 1;
    }

    /** A number that changes when a job gets something done. */
    public synchronized long progress() {
        return lines;
    }

    @Override
    public void close() {
        job.close();
        check.close();
    }
}
