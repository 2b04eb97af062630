package dev.sluice.service;

import dev.sluice.service.admin.control.Acts.Done;
import dev.sluice.service.admin.control.Asked;
import dev.sluice.service.admin.control.RefusedActException;
import dev.sluice.service.config.yaml.Units;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the gateway once it has answered all that was there when somebody asked for that: looks ten times a second, on a thread of its
 * own. What is written meanwhile may be answered, too, or wait for the next start.
 */
final class Drain implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Drain.class);
    private static final long PERIOD_MILLIS = 100;

    private final String gateway;
    private final ServedLanes lanes;
    private final ScheduledExecutorService thread = DaemonThread.named("drain");
    private Optional<ScheduledFuture<?>> looking = Optional.empty();

    Drain(String gateway, ServedLanes lanes) {
        this.gateway = gateway;
        this.lanes = lanes;
    }

    /**
     * Begins, or begins anew.
     *
     * @return what will become of it, in words
     */
    synchronized Done begin(Asked asked, List<ServedLane> open) {
        final OptionalLong longest = longest(asked);
        for (final ServedLane lane : open) {
            lane.orders().holdsUp().ifPresent(words -> {
                throw new RefusedActException("it would never end: " + words);
            });
        }
        giveUp();
        final Map<String, Long> through = new HashMap<>();
        long waiting = 0;
        for (final ServedLane lane : open) {
            final long last = lane.orders().lastRequest();
            through.put(lane.name(), last);
            waiting += lane.orders().waiting(last);
        }
        final String orAfter =
                asked.argument("for").map(time -> ", or after " + time).orElse("");
        final String by = "since " + LaneOrders.now() + " by " + asked.who()
                + (asked.reason().isEmpty() ? "" : " (" + asked.reason() + ")");
        final String words = "draining " + by + ": it stops when the " + waiting
                + " requests that waited then are answered"
                + orAfter + "; sluice ctl resume";
        open.forEach(lane -> lane.orders().end(Optional.of(words)));
        final long begin = System.nanoTime();
        final String answer = "it drains: it stops when the " + waiting + " requests that wait now are answered"
                + orAfter + "; sluice ctl resume has it go on instead";
        return new Done(answer, () -> start(through, begin, longest)); // it may end at once
    }

    private synchronized void start(Map<String, Long> through, long begin, OptionalLong longest) {
        looking = Optional.of(thread.scheduleWithFixedDelay(
                () -> look(through, begin, longest), 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS));
    }

    private static OptionalLong longest(Asked asked) {
        if (asked.argument("for").isEmpty()) {
            return OptionalLong.empty();
        }
        final OptionalLong millis = Units.TIME.parse(asked.need("for"));
        if (millis.isEmpty()) {
            throw new RefusedActException("'" + asked.need("for") + "' is no time, such as 90s or 10m");
        }
        return OptionalLong.of(TimeUnit.MILLISECONDS.toNanos(millis.getAsLong()));
    }

    private synchronized void look(Map<String, Long> through, long begin, OptionalLong longest) {
        try {
            long left = 0;
            for (final ServedLane lane : lanes.open()) {
                final Long last =
                        through.get(lane.name()); // a lane that came meanwhile has nothing that was asked about
                left += last == null ? 0 : lane.orders().waiting(last);
            }
            final boolean late = longest.isPresent() && System.nanoTime() - begin > longest.getAsLong();
            if (left == 0 || late) {
                if (left > 0) {
                    LOG.warn(
                            "{}: drained for as long as it was to; {} requests are left for the next start",
                            gateway,
                            left);
                }
                looking.ifPresent(its -> its.cancel(false));
                lanes.stop();
            }
        } catch (final RuntimeException e) {
            LOG.debug("{}: how far it has drained cannot be told just now", gateway, e);
        }
    }

    /** Has it go on. Returns whether it was to end. */
    synchronized boolean giveUp() {
        final boolean was = looking.isPresent();
        looking.ifPresent(its -> its.cancel(false));
        looking = Optional.empty();
        lanes.open().forEach(lane -> lane.orders().end(Optional.empty()));
        return was;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
