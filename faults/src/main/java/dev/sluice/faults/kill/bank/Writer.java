package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Child;
import dev.sluice.faults.kill.FaultFile;
import dev.sluice.faults.kill.Queues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The writer's process, as it is kept: fed with how far it may write, killed now and then, in three ways, and started
 * again. One thread.
 */
final class Writer implements AutoCloseable {

    private static final long LONGEST_LIFE_NANOS = TimeUnit.SECONDS.toNanos(12);
    private static final int MOST_DOCUMENTS = 20_000;
    private static final long LONGEST_FILE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** How the writer that lives now is to end. */
    private enum End {
        RANDOM,
        OPEN_DOCUMENT,
        NEW_FILE
    }

    private final Path directory;
    private final long seed;
    private final SplittableRandom random;
    private final BrokenPromises findings;

    private Child child;
    private WriterReports reports;
    private End end;
    private long endNanos;
    private NewFile files;
    private long allowed;
    private long kills;

    /** Starts it over the queues of that directory. */
    Writer(Path directory, long seed, SplittableRandom random, BrokenPromises findings) throws IOException {
        this.directory = directory;
        this.seed = seed;
        this.random = random;
        this.findings = findings;
        start(End.values()[random.nextInt(End.values().length)], 0);
    }

    private void start(End newEnd, long before) throws IOException {
        end = newEnd;
        endNanos = System.nanoTime() + random.nextLong(LONGEST_LIFE_NANOS);
        files = null;
        allowed = 0;
        final FaultFile fault = new FaultFile(
                end == End.OPEN_DOCUMENT ? "document-open:" + (1 + random.nextInt(MOST_DOCUMENTS)) : "",
                directory.resolve("writer.fault"));
        child = Child.start(
                "the writer",
                directory.resolve("writer.log"),
                fault,
                WriterProgram.class,
                List.of(directory.resolve("queues").toString(), Long.toString(seed)));
        reports = new WriterReports(child.process(), before);
    }

    /**
     * Does what is due: kills it, starts it again, lets it write on.
     *
     * @param limit how far it may write
     */
    void tend(long limit) throws IOException, InterruptedException {
        if (!child.isAlive()) {
            findings.add(Kind.DIED, child.described());
        } else if (reports.lost()) {
            findings.add(Kind.LOST, "the writer went on before what it had written: " + child.described());
        } else if (isToDie()) {
            kill();
            start(End.values()[random.nextInt(End.values().length)], written());
        }
        if (limit - allowed > 20) {
            allow(limit);
        }
    }

    private boolean isToDie() {
        final boolean late = System.nanoTime() - endNanos >= 0;
        return switch (end) {
            case RANDOM -> late;
            case OPEN_DOCUMENT -> child.isAtFaultPoint();
            case NEW_FILE -> late && fileMade();
        };
    }

    private boolean fileMade() {
        if (files == null) {
            files = new NewFile(
                    Queues.input(directory.resolve("queues")), 1, (long) (random.nextDouble() * LONGEST_FILE_NANOS));
        }
        return files.appeared();
    }

    private void kill() throws IOException, InterruptedException {
        if (!child.kill()) {
            findings.add(Kind.DIED, child.described());
        }
        kills++;
        reports.end();
    }

    private void allow(long limit) throws IOException {
        allowed = limit;
        try {
            child.process()
                    .outputWriter(StandardCharsets.UTF_8)
                    .append(limit + "\n")
                    .flush();
        } catch (final IOException e) {
            if (child.isAlive()) {
                throw e;
            }
        }
    }

    /** Whether the moment of its death is near, and a short one, to be waited for without long pauses. */
    boolean isWatched() {
        return files != null;
    }

    /** The number of the last request that it said it had written. */
    long written() {
        return reports.written();
    }

    long kills() {
        return kills;
    }

    /** Has it write a little more and end in order, and says what the last request is. */
    long finish() throws IOException, InterruptedException {
        kill();
        start(End.RANDOM, written());
        allow(written() + 100);
        child.process().outputWriter(StandardCharsets.UTF_8).close();
        if (!child.ended(0)) {
            findings.add(Kind.DIED, child.described());
        }
        reports.end();
        return written();
    }

    @Override
    public void close() {
        child.close();
    }
}
