package dev.sluice.perf.events;

import dev.sluice.perf.events.Delivery.Load;
import dev.sluice.perf.events.Delivery.Sent;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Pace;
import dev.sluice.perf.lab.ProcessUse;
import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.Event;
import dev.sluice.perf.load.EventSender;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A sender alone in its process, so that what it uses up can be measured; all send alike: at a rate or as fast as they
 * take events, until all have arrived. One thread.
 */
final class SenderProgram {

    private static final int BURST = 64;
    private static final long PAUSE_NANOS = 200_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final EventSender sender;
    private final Arrivals arrivals;
    private long first;

    private SenderProgram(EventSender sender, Arrivals arrivals) {
        this.sender = sender;
        this.arrivals = arrivals;
    }

    /** Arguments: the way, the sink's URL, the queues, the batch limit, the interval in ms, the posts in flight. */
    public static void main(String[] args) throws Exception {
        final Way.Batching batching = new Way.Batching(
                args[1], args[2], Integer.parseInt(args[3]), Long.parseLong(args[4]), Integer.parseInt(args[5]));
        final Arrivals arrivals = new Arrivals();
        try (EventSender sender = Way.valueOf(args[0]).open(batching, arrivals)) {
            final SenderProgram sending = new SenderProgram(sender, arrivals);
            ChildJvm.say(batching);
            ChildJvm.answer(Load.class, sending::perform);
        }
    }

    /** Sends, and returns what it took in this process. */
    private Sent perform(Load load) throws InterruptedException {
        final ProcessUse before = ProcessUse.now();
        final long start = System.nanoTime();
        final Optional<Pace> pace =
                load.perSecond() == 0 ? Optional.empty() : Optional.of(new Pace(load.perSecond(), start));
        arrivals.begin(first, pace);
        final long sent = pace.isPresent()
                ? atPace(pace.get(), load.perSecond() * load.millis() / 1000)
                : fullSpeed(start + TimeUnit.MILLISECONDS.toNanos(load.millis()));
        awaitArrival(sent);
        final long took = System.nanoTime() - start;
        first += sent;
        return Sent.of(sent, took, ProcessUse.now().since(before), arrivals.latencies());
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
        while (number - arrivals.count() >= Way.WINDOW) {
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
