package dev.sluice.internal.wire;

import dev.sluice.api.RequestRef;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The text by which a service knows an event that comes again. It is made of what the request itself carries, and neither of its
 * place nor of when it is read: queues put back from an older copy give other requests the same places.
 */
public final class IdempotencyKey {

    /** Header of a redrive's copy of an event: the key that the copy keeps. It counts beside {@link RequestFrame#REDRIVE_OF} only. */
    public static final String HEADER = "redrive-key";

    private static final Pattern FORM = Pattern.compile("[0-9a-f-]{1,64}");
    private static final HexFormat HEX = HexFormat.of();

    private IdempotencyKey() {}

    /** The key that a redrive said to keep; empty for all other requests. */
    public static Optional<String> kept(RequestFrame request) {
        return Optional.of(request.headers())
                .filter(headers -> headers.containsKey(RequestFrame.REDRIVE_OF))
                .map(headers -> headers.get(HEADER))
                .filter(key -> FORM.matcher(key).matches());
    }

    /**
     * Returns a request's own key: its writer, its time of writing and its number. One that lacks a writer or a time has its place
     * and a fingerprint instead: an equal request at the same place of queues that were put back gets the same key.
     *
     * @param queue the id of the input queue
     * @param writtenNanos when it was written: nanoseconds since 1970, 0 or less if it does not say
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
