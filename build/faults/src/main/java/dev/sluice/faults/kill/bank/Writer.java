package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Kill;
import dev.sluice.faults.kill.Kill.Moment;
import dev.sluice.faults.kill.Kill.Victim;
import dev.sluice.faults.kill.KilledProgram;
import dev.sluice.faults.kill.Queues;
import dev.sluice.faults.kill.Rounds.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Runs the writer's process: tells it up to which request it may write, kills it now and then at one of three kinds of moments,
 * and starts it again. For one thread.
 */
final class Writer implements AutoCloseable {

    private static final long LONGEST_LIFE_NANOS = TimeUnit.SECONDS.toNanos(12);
    private static final int MOST_DOCUMENTS = 20_000;
    private static final long LONGEST_FILE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** The moments at which a writer is killed. Its fault point is inside an open document. */
    private static final List<Moment> ENDS = List.of(Moment.RANDOM, Moment.POINT, Moment.INPUT_FILE);

    private final Site site;
    private final Path queues;
    private final boolean dies;
    private final SplittableRandom random;
    private final FedWriter process;
    private Kill end;
    private long endNanos;
    private NewFile files;

    /**
     * Starts the writer over the queues of a lane.
     *
     * @param dies whether it is killed now and then
     */
    Writer(Site site, Path queues, int lane, boolean dies, SplittableRandom random) throws IOException {
        this.site = site;
        this.queues = queues;
        this.dies = dies;
        this.random = random;
        plan(ENDS.get(random.nextInt(ENDS.size())));
        process = new FedWriter(
                "it had written",
                site.report().findings(),
                (number, said) -> KilledProgram.of(
                                "writer",
                                site.directory().resolve("writer-" + lane + ".log"),
                                end.jobPoint(),
                                WriterProgram.class,
                                queues,
                                site.seed(),
                                lane)
                        .lines(said)
                        .start());
    }

    private void plan(Moment moment) {
        final String point = moment == Moment.POINT ? "document-open:" + (1 + random.nextInt(MOST_DOCUMENTS)) : "";
        end = new Kill(Victim.WRITER, moment, 0, 0, point, "");
        endNanos = System.nanoTime() + random.nextLong(LONGEST_LIFE_NANOS);
        files = null;
    }

    /**
     * Does the steps that are due: kills the process and starts it again, and lets it write.
     *
     * @param limit the number of the last request that it may write
     */
    void tend(long limit) throws IOException, InterruptedException {
        if (dies && isToDie()) {
            startAgain(ENDS.get(random.nextInt(ENDS.size())));
        }
        process.tend(limit);
    }

    private boolean isToDie() {
        final boolean late = System.nanoTime() - endNanos >= 0;
        return switch (end.moment()) {
            case POINT -> process.isAtFaultPoint();
            case INPUT_FILE -> late && fileMade();
            default -> late;
        };
    }

    private boolean fileMade() {
        if (files == null) {
            files = new NewFile(Queues.input(queues), 1, (long) (random.nextDouble() * LONGEST_FILE_NANOS));
        }
        return files.appeared();
    }

    private void startAgain(Moment next) throws IOException, InterruptedException {
        stop();
        plan(next);
        process.start();
    }

    /** Kills the process; {@link #start} starts it again. */
    void stop() throws IOException, InterruptedException {
        process.kill();
        site.report().killed(Victim.WRITER, end.moment(), end);
    }

    /** Starts the process again. */
    void start() throws IOException {
        plan(Moment.RANDOM);
        process.start();
    }

    /** Whether the process will be killed at the creation of a file, which must be awaited with short pauses. */
    boolean isWatched() {
        return files != null;
    }

    /** Returns the number of the last request that the process has reported as written. */
    long written() {
        return process.written();
    }

    /** Lets the writer write some more requests and end in order; returns the number of the last request. */
    long finish() throws IOException, InterruptedException {
        startAgain(Moment.RANDOM);
        return process.finish();
    }

    @Override
    public void close() {
        process.close();
    }
}
