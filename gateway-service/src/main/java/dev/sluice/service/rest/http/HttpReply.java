package dev.sluice.service.rest.http;

import dev.sluice.api.FailureKind;
import java.util.OptionalLong;

/** The end of one HTTP request. */
public sealed interface HttpReply {

    /**
     * A response, whole.
     *
     * @param contentType the header, empty if there is none
     * @param retryAfterNanos how long the service wants to be left alone, if it says so
     * @param body unpacked; of a status that is not good perhaps only its beginning
     */
    record Response(int status, String contentType, OptionalLong retryAfterNanos, byte[] body) implements HttpReply {}

    /** The service was not reached: the request did not arrive. */
    record NotReached(String reason) implements HttpReply {}

    /**
     * A response whose status is good, and of whose body nothing can be used: it is too large, or packed wrongly.
     *
     * @param kind of a lookup's failure, should its item be at fault
     */
    record Unusable(int status, FailureKind kind, String reason) implements HttpReply {}

    /**
     * The request may have arrived; what came back is late, cut off, or no HTTP.
     *
     * @param kind of an item's failure, should the item be at fault
     * @param status of a response that began; 0 if none did
     */
    record Lost(FailureKind kind, String reason, int status) implements HttpReply {}

    /** The gateway itself cannot go on: no memory, say. */
    record Fault(Throwable cause) implements HttpReply {}
}
