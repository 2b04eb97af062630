package dev.sluice.service.core.schedule;

import dev.sluice.internal.text.Plural;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.LogField;
import dev.sluice.service.core.MaskedLog;
import java.util.stream.Stream;
import org.slf4j.Logger;

/** Logs the outages and slowdowns of a backend: one line for each change, and not for each request. */
final class ConditionLog {

    private static final Logger LOG = MaskedLog.of(ConditionLog.class);

    private final String gateway;
    private final Backend backend;
    private boolean saidAway;
    private boolean saidMisfit;
    private boolean saidItFails;
    private boolean saidItHolds;

    ConditionLog(String gateway, Backend backend) {
        this.gateway = gateway;
        this.backend = backend;
    }

    /** Logs that the backend is unavailable, or that its answers do not fit the configuration; each only once in an outage. */
    void away(String reason, boolean misfit) {
        if (misfit && !saidMisfit) {
            saidMisfit = true;
            warn("does not answer as configured: {}. Requests are held until that is mended", reason);
        } else if (!misfit && !saidAway) {
            saidAway = true;
            warn("is away: {}. Requests are held and asked again until it is back", reason);
        }
    }

    void back(long nanos, int attempts, boolean misfit) {
        final String tried = Plural.of(attempts, "attempt", "attempts");
        if (misfit) {
            warn("answers as configured again, after {} ms and {}", millis(nanos), tried);
        } else {
            warn("is back after {} ms and {}", millis(nanos), tried);
        }
        saidAway = false;
        saidMisfit = false;
        saidItFails = false;
        saidItHolds = false;
    }

    void silent(long nanos) {
        warn(
                "has not answered a call for {} ms, half of the call's time limit; requests that need the answer wait",
                millis(nanos));
    }

    void answersAgain(long nanos) {
        warn("answers again after {} ms", millis(nanos));
    }

    void slowed(String reason) {
        warn("asks for fewer calls: {}. It is called less often for a while; no request fails", reason);
    }

    void fullSpeed(long nanos, int refusals) {
        warn("is back to full speed after {} ms; it refused {}", millis(nanos), Plural.of(refusals, "call", "calls"));
        saidItHolds = false;
    }

    void fails(long nanos, boolean misfit) {
        if (!saidItFails) {
            saidItFails = true;
            warn(
                    misfit
                            ? "has answered, but not as configured, for {} ms: meanwhile, requests to it fail{}"
                            : "has been away for {} ms: until it is back, requests to it fail{}",
                    millis(nanos),
                    backend.mayFailUnasked()
                            ? "; updates that may have happened already are held"
                            : "; updates are held, because each must happen exactly once");
        }
    }

    /** Whether {@link #holdsLine} has not yet been called in this outage or slowdown. */
    boolean holdsLineUnsaid() {
        return !saidItHolds;
    }

    void holdsLine(String position, int behind) {
        saidItHolds = true;
        LogField.POSITION.in(
                position,
                () -> warn(
                        "holds the line: request {} waits for it, and the results of {}, too; no"
                                + " more requests are read until that request is answered",
                        position,
                        Plural.of(behind, "later request wait", "later requests wait")));
    }

    private void warn(String said, Object... arguments) {
        final Object[] all = Stream.concat(Stream.of(gateway, backend.name()), Stream.of(arguments))
                .toArray();
        LogField.BACKEND.in(backend.name(), () -> LOG.warn("{}: {} " + said, all));
    }

    static long millis(long nanos) {
        return nanos / 1_000_000;
    }
}
