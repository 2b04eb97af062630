package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Child;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The writer of a lane, fed with how far it may write: a process, then others of its name that follow it. One thread. */
public final class FedWriter implements AutoCloseable {

    /** The way to start a process that {@link WriterProgram#write} has write. */
    @FunctionalInterface
    public interface Program {
        /**
         * Starts it.
         *
         * @param number which of the writer's processes it is, from 1
         * @param said takes each line of its standard output, on a thread of its own
         */
        Child start(int number, Consumer<String> said) throws IOException;
    }

    /** It is told of room for so many requests at least. */
    private static final int STEP = 20;

    private final String kept;
    private final BrokenPromises findings;
    private final Program program;
    private Child child;
    private boolean down;
    private long allowed;
    /** The furthest that a former process may have written, beyond what this one has. */
    private long former;
    /** The process that is heard. */
    private volatile int number;

    private volatile long written;
    private volatile boolean lost;

    /**
     * Starts it.
     *
     * @param kept what a process says that it has, in the words of a finding
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

    /** The process says the number of the last request that it has written; on a thread of its own. */
    private synchronized void said(int who, String line) {
        final long next = Long.parseLong(line);
        if (who == number) {
            lost |= next < written;
            written = Math.max(next, written);
        }
    }

    /** Looks whether it lives, and lets it write up to that number. */
    public void tend(long limit) throws IOException {
        if (lost) {
            findings.add(Kind.LOST, "the writer went on before what " + kept + ": " + child.described());
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

    /** Whether its process waits at its fault point. */
    boolean isAtFaultPoint() {
        return child.isAtFaultPoint();
    }

    /** Ends it by SIGKILL, until {@link #start}. */
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

    /** Has it stand still, and another one follow it; returns the one that was stopped. */
    public Child follow() throws IOException, InterruptedException {
        final Child followed = child;
        followed.pause();
        child = begin();
        return followed;
    }

    /** How far it may write. */
    public long allowed() {
        return allowed;
    }

    /** The number of the last request that it said it had written. */
    public long written() {
        return written;
    }

    /** Has it write a little more and end in order; returns the number of the last request. */
    public long finish() throws IOException, InterruptedException {
        end(child, Math.max(former, Math.max(written, allowed)) + 100);
        down = true;
        if (!child.ended(0)) {
            findings.add(Kind.DIED, child.described());
        }
        return written;
    }

    /** Lets a process that another one has followed write up to that number, and no more. */
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
