package dev.sluice.replay;

import dev.sluice.queue.QueuePair;
import java.io.PrintWriter;
import java.util.function.LongConsumer;

/** A bar on a terminal while many requests are looked at; nothing where none is, or if it does not take long. */
final class ScanProgress implements LongConsumer {

    private static final long EVERY_NANOS = 250_000_000;
    private static final int WIDTH = 40;

    private final QueuePair queues;
    private final PrintWriter out;
    private final boolean terminal = System.console() != null;
    private long total;
    private long nextNanos = System.nanoTime() + EVERY_NANOS;

    ScanProgress(QueuePair queues, PrintWriter out) {
        this.queues = queues;
        this.out = out;
    }

    @Override
    public void accept(long looked) {
        if (!terminal || System.nanoTime() - nextNanos < 0) {
            return;
        }
        nextNanos = System.nanoTime() + EVERY_NANOS;
        total = Math.max(total == 0 ? queues.backlog().waiting() : total, looked);
        out.print(bar(looked, total));
        out.print(looked == total ? System.lineSeparator() : "\r");
        out.flush();
    }

    static String bar(long looked, long total) {
        final int full = (int) (WIDTH * looked / Math.max(1, total));
        return "[%s%s] %,d of %,d requests looked at"
                .formatted("=".repeat(full), " ".repeat(WIDTH - full), looked, total);
    }
}
