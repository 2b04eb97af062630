package dev.sluice.service.rest.http;

import dev.sluice.api.FailureKind;
import java.util.OptionalLong;

/** The result of one HTTP request. */
public sealed interface HttpReply {

    /**
     * A complete response.
     *
     * @param contentType the {@code Content-Type} header; empty if there is none
     * @param retryAfterNanos the time for which the service wants no further calls, if it says so
     * @param body the decompressed body; for an error status perhaps only its beginning
     */
    record Response(int status, String contentType, OptionalLong retryAfterNanos, byte[] body) implements HttpReply {}

    /** The service was not reached, so the request did not arrive there. */
    record NotReached(String reason) implements HttpReply {}

    /**
     * A response with a good status whose body is unusable, because it is too large or cannot be decompressed.
     *
     * @param kind the kind of failure of a lookup, if its item is at fault
     */
    record Unusable(int status, FailureKind kind, String reason) implements HttpReply {}

    /**
     * The request may have arrived, but the response is late, incomplete or not HTTP.
     *
     * @param kind the kind of an item's failure, if the item is at fault
     * @param status the status of the response if it has begun, otherwise 0
     */
    record Lost(FailureKind kind, String reason, int status) implements HttpReply {}

    /** The gateway itself cannot continue, for example because memory is exhausted. */
    record Fault(Throwable cause) implements HttpReply {}
}
