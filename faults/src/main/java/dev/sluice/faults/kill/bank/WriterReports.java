package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.SaidLines;

/** What a writer's process says: the numbers of the requests it has written. Written by one thread, read by any. */
final class WriterReports {

    private final SaidLines lines;
    private volatile long written;
    private volatile boolean lost;

    /** A process that goes on before that number has lost what an earlier one had written. */
    WriterReports(Process process, long before) {
        written = before;
        lines = new SaidLines(process, this::take);
    }

    private void take(String line) {
        final long next = Long.parseLong(line);
        lost |= next < written;
        written = next;
    }

    void end() throws InterruptedException {
        lines.end();
    }

    long written() {
        return written;
    }

    boolean lost() {
        return lost;
    }
}
