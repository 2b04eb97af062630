package dev.sluice.internal.client;

import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs a warning if no gateway serves the queues while a job waits for results. Used by the thread that reads the results. */
public final class GatewayWatch {

    /** How long to wait before the log message, because a restart of a gateway takes some seconds. */
    public static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(GatewayWatch.class);
    private static final long BETWEEN_LOOKS_NANOS = 500_000_000;

    private final Lane queues;
    private final String where;
    private final LongSupplier nanos;
    private boolean waiting;
    private long unservedSince;
    private long looked;
    private boolean said;

    /** @param where the path of the queues and the lane, for messages */
    public GatewayWatch(Lane queues, String where) {
        this(queues, where, System::nanoTime);
    }

    public GatewayWatch(Lane queues, String where, LongSupplier nanos) {
        this.queues = queues;
        this.where = where;
        this.nanos = nanos;
    }

    /** Called after a poll that read results, which proves that a gateway serves the queues. */
    public void someCame() {
        waiting = false;
        said = false;
    }

    /** Called after a poll that read no results, with the number of unanswered requests. */
    public void noneCame(long unanswered) {
        if (unanswered == 0) {
            waiting = false;
            return;
        }
        final long now = nanos.getAsLong();
        if (!waiting) {
            waiting = true;
            unservedSince = now;
            looked = now;
        } else if (now - looked >= BETWEEN_LOOKS_NANOS) {
            looked = now;
            look(now, unanswered);
        }
    }

    private void look(long now, long unanswered) {
        final Optional<Holder> gateway = queues.gateway();
        if (gateway.filter(Holder::live).isPresent()) {
            unservedSince = now;
            said = false;
        } else if (!said && now - unservedSince >= PATIENCE.toNanos()) {
            said = true;
            LOG.warn(
                    "No gateway serves the queues in {}, and {} requests of this job wait: with sluice run --config"
                            + " FILE start a gateway whose 'queues' section has that path{}",
                    where,
                    unanswered,
                    gateway.map(ended -> ". The last one, process " + ended.pid()
                                    + ", ended without giving its lock back: its log says more")
                            .orElse(", or correct the path of this job"));
        }
    }
}
