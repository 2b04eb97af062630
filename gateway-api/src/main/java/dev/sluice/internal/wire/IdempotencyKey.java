package dev.sluice.internal.wire;

import dev.sluice.api.RequestRef;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The key by which a service recognises a repeated event. It is built only from data in the request itself. The position in the
 * queue would not identify a request, because queues restored from an older copy give the same positions to other requests.
 */
public final class IdempotencyKey {

    /**
     * The header with the key of the original event. A redrive, which sends failed requests again, adds this header to its copy
     * of an event. The header is used only if the request also has the header {@link RequestFrame#REDRIVE_OF}.
     */
    public static final String HEADER = "redrive-key";

    private static final Pattern FORM = Pattern.compile("[0-9a-f-]{1,64}");
    private static final HexFormat HEX = HexFormat.of();

    private IdempotencyKey() {}

    /** Returns the key of the original event if the request is the copy that a redrive wrote; empty for all other requests. */
    public static Optional<String> kept(RequestFrame request) {
        return Optional.of(request.headers())
                .filter(headers -> headers.containsKey(RequestFrame.REDRIVE_OF))
                .map(headers -> headers.get(HEADER))
                .filter(key -> FORM.matcher(key).matches());
    }

    /**
     * Returns the key of a request: its writer, the time when it was written, and its number. If the writer or the time is
     * missing, the key consists of the request's position and a fingerprint. Then, in queues that were restored from a copy, only
     * an equal request at the same position gets the same key.
     *
     * @param queue the id of the input queue
     * @param writtenNanos when the request was written, in nanoseconds since 1970; 0 or less if the time is not recorded
     */
    public static String of(UUID queue, RequestRef request, Arguments arguments, long writtenNanos) {
        if (request.writer() == 0 || writtenNanos <= 0) {
            return queue + "-" + HEX.toHexDigits(request.index()) + "-"
                    + HEX.toHexDigits(arguments.fingerprint(request));
        }
        return HEX.toHexDigits(request.writer()) + "-" + HEX.toHexDigits(writtenNanos) + "-"
                + HEX.toHexDigits(request.sequence());
    }
}
