package dev.sluice.perf.load;

import dev.sluice.perf.lab.Pace;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends events at a fixed rate or as fast as the sender accepts them, and waits until all have arrived. At any time, at most
 * {@code window} of the sent events have not arrived yet. Further events wait until there is room, and this waiting time is part
 * of their latency. Not thread-safe.
 */
public final class Sending {

    private static final int BURST = 64;
    private static final long PAUSE_NANOS = 200_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final EventSender sender;
    private final Arrivals arrivals;
    private final int window;
    private long first;

    public Sending(EventSender sender, Arrivals arrivals, int window) {
        this.sender = sender;
        this.arrivals = arrivals;
        this.window = window;
    }

    /**
     * Sends events for the given time, and waits until all have arrived.
     *
     * @param perSecond the rate, or 0 to send as fast as the sender accepts events
     * @return the number of events sent
     */
    public long send(int perSecond, long millis) throws InterruptedException {
        final long start = System.nanoTime();
        final Optional<Pace> pace = perSecond == 0 ? Optional.empty() : Optional.of(new Pace(perSecond, start));
        arrivals.begin(first, pace);
        final long sent = pace.isPresent()
                ? atPace(pace.get(), Math.max(1, perSecond * millis / 1000))
                : fullSpeed(start + TimeUnit.MILLISECONDS.toNanos(millis));
        await(sent);
        first += sent;
        return sent;
    }

    private long atPace(Pace pace, long count) throws InterruptedException {
        long sent = 0;
        while (sent < count) {
            for (int i = 0; i < BURST && sent < count && pace.isDue(sent); i++) {
                send(sent++);
            }
            if (sender.poll() == 0) {
                pace.rest(sent, PAUSE_NANOS);
            }
        }
        return sent;
    }

    private long fullSpeed(long endNanos) throws InterruptedException {
        long sent = 0;
        while (System.nanoTime() - endNanos < 0) {
            for (int i = 0; i < BURST; i++) {
                send(sent++);
            }
            sender.poll();
        }
        return sent;
    }

    private void send(long number) throws InterruptedException {
        await(number - window + 1);
        sender.send(first + number);
    }

    private void await(long atLeast) {
        long before = arrivals.count();
        long since = System.nanoTime();
        for (long count = before; count < atLeast; count = arrivals.count()) {
            if (sender.poll() == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            if (count != before) {
                before = count;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > PATIENCE_NANOS) {
                throw new IllegalStateException(
                        "Only " + count + " of " + atLeast + " sent events have arrived, and none in the last 30 s");
            }
        }
    }
}
