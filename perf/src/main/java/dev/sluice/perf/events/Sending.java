package dev.sluice.perf.events;

import dev.sluice.perf.events.SenderJvm.Load;
import dev.sluice.perf.events.SenderJvm.Sent;
import dev.sluice.perf.lab.Pace;
import dev.sluice.perf.lab.ProcessUse;
import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.Event;
import dev.sluice.perf.load.EventSender;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Has a sender send: at a rate or as fast as it takes events, until all have arrived. The same for all; one thread. */
final class Sending {

    /** The most events that have not arrived: a queue's capacity, and how far ahead of its results a job goes. */
    static final int WINDOW = 10_000;

    private static final int BURST = 64;
    private static final long PAUSE_NANOS = 200_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final EventSender sender;
    private final Arrivals arrivals;
    private long first;

    Sending(EventSender sender, Arrivals arrivals) {
        this.sender = sender;
        this.arrivals = arrivals;
    }

    /** Does it, and says what it took in this process. */
    Sent perform(Load load) throws InterruptedException {
        final ProcessUse before = ProcessUse.now();
        final long start = System.nanoTime();
        final Optional<Pace> pace = load.perSecond().isPresent()
                ? Optional.of(new Pace(load.perSecond().getAsInt(), start))
                : Optional.empty();
        arrivals.begin(first, pace);
        final long sent = pace.isPresent()
                ? atPace(pace.get(), load.perSecond().getAsInt() * load.millis() / 1000)
                : fullSpeed(start + TimeUnit.MILLISECONDS.toNanos(load.millis()));
        awaitArrival(sent);
        final long took = System.nanoTime() - start;
        first += sent;
        return new Sent(sent, took, ProcessUse.now().since(before), arrivals.latencies());
    }

    private long atPace(Pace pace, long events) throws InterruptedException {
        long sent = 0;
        while (sent < events) {
            for (int i = 0; i < BURST && sent < events && pace.isDue(sent); i++) {
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
        while (number - arrivals.count() >= WINDOW) {
            rest();
        }
        sender.send(Event.of(first + number));
    }

    private void awaitArrival(long sent) {
        long before = arrivals.count();
        long since = System.nanoTime();
        for (long count = before; count < sent; count = arrivals.count()) {
            rest();
            if (count != before) {
                before = count;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > PATIENCE_NANOS) {
                throw new IllegalStateException(
                        "Of " + sent + " events " + count + " have arrived, and no other one for 30 s");
            }
        }
    }

    private void rest() {
        if (sender.poll() == 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
