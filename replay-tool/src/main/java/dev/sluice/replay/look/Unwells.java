package dev.sluice.replay.look;

import dev.sluice.service.pending.Unwell;
import java.time.Duration;
import java.time.Instant;

/** A backend that is not well, in words. */
public final class Unwells {

    private Unwells() {}

    /** {@code main is away for 5.0 s: 256 requests are held; connection refused}. */
    public static String said(Unwell.Backend backend, Instant now) {
        final String time = Amounts.time(Duration.between(backend.begun(), now));
        final String held = Amounts.count(backend.held())
                + switch (backend.condition()) {
                    case SILENT -> backend.held() == 1 ? " request waits for it" : " requests wait for it";
                    default -> backend.held() == 1 ? " request is held" : " requests are held";
                };
        final String how = switch (backend.condition()) {
            case AWAY -> " is away for ";
            case SILENT -> " has not answered a call for ";
            case SLOWED -> " has been asking for fewer calls for ";
            case OPEN -> " has been well for ";
        };
        return backend.name() + how + time + ": " + held + (backend.reason().isEmpty() ? "" : "; " + backend.reason());
    }
}
