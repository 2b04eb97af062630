package dev.sluice.internal.client;

import dev.sluice.api.UnansweredException;
import dev.sluice.internal.text.Plural;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that no gateway serves the queues while a job waits for results. If the gateway was embedded in the job's process and
 * has ended, the wait ends with an exception. Otherwise only a warning is logged, because a gateway may be started later. Used by
 * the thread that reads the results.
 */
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

    /**
     * Called after a poll that read no results, with the number of unanswered requests.
     *
     * @throws UnansweredException if the gateway was embedded in this process and has ended; the cause says why
     */
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
            return;
        }
        EmbeddedLanes.whyEnded(queues).ifPresent(why -> {
            throw new UnansweredException(
                    "the gateway in this process has ended ("
                            + Objects.requireNonNullElse(why.getMessage(), why.toString()) + ")",
                    unanswered,
                    why);
        });
        if (!said && now - unservedSince >= PATIENCE.toNanos()) {
            said = true;
            LOG.warn(
                    "No gateway serves the queues in {}, and {}: with sluice run --config"
                            + " FILE start a gateway whose 'queues' section has that path{}",
                    where,
                    Plural.of(unanswered, "request of this job waits", "requests of this job wait"),
                    gateway.map(ended -> ". The last one, process " + ended.pid()
                                    + ", ended without giving its lock back: its log says more")
                            .orElse(", or correct the path of this job"));
        }
    }
}
