package dev.sluice.faults.soak;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Child;
import dev.sluice.faults.kill.bank.WriterProgram;
import dev.sluice.testsupport.WrongClock;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The writer of a lane, at an even pace but for a backlog after outages: a process, then others that follow it. One thread. */
final class PacedWriter implements AutoCloseable {

    /** The pace can be kept up beside everything else on two cores. */
    private static final double PER_SECOND = 100;

    private static final long LARGEST_BACKLOG = 3_000;
    private static final int STEP = 30;
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String name;
    private final LongLived processes;
    private final Optional<WrongClock> clock;
    private final List<String> arguments;
    private final BrokenPromises findings;
    private final long startNanos = System.nanoTime();
    private Child child;
    private boolean down;
    private int number;
    private long allowed;
    private volatile long written;
    private volatile boolean lost;

    /**
     * Starts it.
     *
     * @param arguments of {@link WriterProgram}
     */
    PacedWriter(
            String name,
            LongLived processes,
            Optional<WrongClock> clock,
            List<String> arguments,
            BrokenPromises findings)
            throws IOException {
        this.name = name;
        this.processes = processes;
        this.clock = clock;
        this.arguments = List.copyOf(arguments);
        this.findings = findings;
        this.child = begin();
    }

    private Child begin() throws IOException {
        number++;
        allowed = 0;
        return processes.start(
                "writer " + name + (number == 1 ? "" : " " + number),
                clock,
                clock.isPresent() ? PlainWriterProgram.class : WriterProgram.class,
                arguments,
                this::said);
    }

    /** The process says the number of the last request that it has written; on a thread of its own. */
    private void said(String line) {
        final long next = Long.parseLong(line);
        lost |= next < written;
        written = next;
    }

    /** Looks whether it lives, and lets it write on. */
    void tend(long answered) throws IOException {
        if (lost) {
            findings.add(Kind.LOST, "the writer went on before what it had written: " + child.described());
        } else if (!down && !child.isAlive()) {
            findings.add(Kind.DIED, child.described());
        }
        final long due = (long) ((System.nanoTime() - startNanos) / NANOS * PER_SECOND);
        final long limit = Math.min(due, answered + LARGEST_BACKLOG);
        if (!down && limit - allowed >= STEP) {
            allowed = limit;
            child.tell(Long.toString(limit));
        }
    }

    boolean isUp() {
        return !down;
    }

    /** Ends it by SIGKILL, until {@link #start}. */
    void kill() throws IOException, InterruptedException {
        down = true;
        if (!child.kill()) {
            findings.add(Kind.DIED, child.described());
        }
    }

    void start() throws IOException {
        child = begin();
        down = false;
    }

    /** The number of the last request that it said it had written. */
    long written() {
        return written;
    }

    /** Has it write a little more and end in order; returns the number of the last request. */
    long finish() throws IOException, InterruptedException {
        try (Writer input = child.process().outputWriter(StandardCharsets.UTF_8)) {
            input.append(Math.max(allowed, written) + 100 + "\n");
        }
        down = true;
        if (!child.ended(0)) {
            findings.add(Kind.DIED, child.described());
        }
        return written;
    }

    @Override
    public void close() {
        child.close();
    }
}
