package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.testsupport.Child;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * The writer of a lane. It is a process that is told up to which request it may write. After a kill, another process with the
 * same writer name continues. For one thread.
 */
public final class FedWriter implements AutoCloseable {

    /** Starts a process that writes with {@link WriterProgram#write}. */
    @FunctionalInterface
    public interface Program {
        /**
         * Starts a process.
         *
         * @param number the number of the process among the processes of the writer, from 1
         * @param said receives each line of its standard output, on a separate thread
         */
        Child start(int number, Consumer<String> said) throws IOException;
    }

    /** The process is told a new limit only if the limit allows more than this many further requests. */
    private static final int STEP = 20;

    private final String kept;
    private final BrokenPromises findings;
    private final Program program;
    private Child child;
    private boolean down;
    private long allowed;
    /** The number of the last request that a former process may still write. */
    private long former;
    /** The number of the present process; lines of former processes are ignored. */
    private volatile int number;

    private volatile long written;
    private volatile boolean lost;

    /**
     * Starts the first process.
     *
     * @param kept ends the sentence "the last request that ..." in a finding: what a process has reported about its requests
     */
    public FedWriter(String kept, BrokenPromises findings, Program program) throws IOException {
        this.kept = kept;
        this.findings = findings;
        this.program = program;
        this.child = begin();
    }

    private Child begin() throws IOException {
        final int mine = ++number;
        allowed = 0;
        return program.start(mine, line -> said(mine, line));
    }

    /** Receives the number of the last request that a process has written, on the thread that reads its output. */
    private synchronized void said(int who, String line) {
        final long next = Long.parseLong(line);
        if (who == number) {
            lost |= next < written;
            written = Math.max(next, written);
        }
    }

    /** Checks that the process lives, and lets it write up to a number. */
    public void tend(long limit) throws IOException {
        if (lost) {
            findings.add(
                    Kind.LOST,
                    "the writer went on from an earlier request than the last that " + kept + ": " + child.described());
        } else if (down) {
            return;
        } else if (!child.isAlive()) {
            findings.add(Kind.DIED, child.described());
        } else if (limit - allowed > STEP) {
            allowed = limit;
            child.tell(Long.toString(limit));
        }
    }

    public boolean isUp() {
        return !down;
    }

    /** Whether the process waits at its fault point. */
    boolean isAtFaultPoint() {
        return child.isAtFaultPoint();
    }

    /** Kills the process by SIGKILL; {@link #start} starts the next one. */
    public void kill() throws IOException, InterruptedException {
        if (!child.kill()) {
            findings.add(Kind.DIED, child.described());
        }
        down = true;
    }

    public void start() throws IOException {
        child = begin();
        down = false;
    }

    /** Suspends the process and starts another one that replaces it; returns the suspended process. */
    public Child follow() throws IOException, InterruptedException {
        final Child followed = child;
        followed.signal("STOP");
        child = begin();
        return followed;
    }

    /** Returns the number of the last request that the process may write. */
    public long allowed() {
        return allowed;
    }

    /** Returns the number of the last request that the process has reported as written. */
    public long written() {
        return written;
    }

    /** Lets the process write some more requests and end in order; returns the number of the last request. */
    public long finish() throws IOException, InterruptedException {
        end(child, Math.max(former, Math.max(written, allowed)) + 100);
        down = true;
        if (!child.ends(0)) {
            findings.add(Kind.DIED, child.described());
        }
        return written;
    }

    /** Lets a former process write up to a number, and then end. */
    public void endFormer(Child followed, long last) throws IOException {
        former = Math.max(former, last);
        end(followed, last);
    }

    private static void end(Child child, long last) throws IOException {
        try (Writer input = child.process().outputWriter(StandardCharsets.UTF_8)) {
            input.append(last + "\n");
        }
    }

    @Override
    public void close() {
        child.close();
    }
}
