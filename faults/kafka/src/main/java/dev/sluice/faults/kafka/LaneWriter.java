package dev.sluice.faults.kafka;

import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import dev.sluice.faults.kill.Child;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The writer of a lane: a process, then others of its name that follow it. One thread. */
final class LaneWriter implements AutoCloseable {

    /** It is told of room for so many requests at least. */
    private static final int STEP = 20;

    private final int lane;
    private final Path log;
    private final List<String> arguments;
    private final BrokenPromises findings;
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
     * @param arguments of {@link LaneWriterProgram}
     */
    LaneWriter(int lane, Path directory, List<String> arguments, BrokenPromises findings) throws IOException {
        this.lane = lane;
        this.log = directory.resolve("writer-" + lane + ".log");
        this.arguments = List.copyOf(arguments);
        this.findings = findings;
        this.child = begin();
    }

    private Child begin() throws IOException {
        final int mine = ++number;
        allowed = 0;
        return Child.start(
                "writer of lane " + lane, log, "", LaneWriterProgram.class, arguments, line -> said(mine, line));
    }

    /** The process says what the brokers have of it; on a thread of its own. */
    private synchronized void said(int who, String line) {
        final long next = Long.parseLong(line);
        if (who == number) {
            lost |= next < written;
            written = Math.max(next, written);
        }
    }

    /** Looks whether it lives, and lets it write up to that number. */
    void tend(long limit) throws IOException {
        if (lost) {
            findings.add(Kind.LOST, "the writer went on before what the brokers had: " + child.described());
        } else if (down) {
            return;
        } else if (!child.isAlive()) {
            findings.add(Kind.DIED, child.described());
        } else if (limit - allowed > STEP) {
            allow(limit);
        }
    }

    private void allow(long limit) throws IOException {
        allowed = limit;
        child.tell(Long.toString(limit));
    }

    boolean isUp() {
        return !down;
    }

    /** Kills it, until {@link #start}. */
    void kill() throws IOException, InterruptedException {
        if (!child.kill()) {
            findings.add(Kind.DIED, child.described());
        }
        down = true;
    }

    void start() throws IOException {
        child = begin();
        down = false;
    }

    /** Has it stand still, and another one follow it; returns the one that was stopped. */
    Child follow() throws IOException, InterruptedException {
        final Child former = child;
        former.pause();
        child = begin();
        return former;
    }

    /** How far it may write. */
    long allowed() {
        return allowed;
    }

    /** The number of the last request that the brokers have, as it said. */
    long written() {
        return written;
    }

    /** Has it write a little more and end in order; returns the number of the last request. */
    long finish() throws IOException, InterruptedException {
        end(child, Math.max(former, Math.max(written, allowed)) + 100);
        down = true;
        if (!child.ended(0)) {
            findings.add(Kind.DIED, child.described());
        }
        return written;
    }

    /** Lets a process that another one has followed write up to that number, and no more. */
    void endFormer(Child followed, long last) throws IOException {
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
