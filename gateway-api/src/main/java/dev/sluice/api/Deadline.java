package dev.sluice.api;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A time limit for requests. The deadline of a request is a wall-clock time, because the job or the gateway may restart before
 * the request is executed.
 */
record Deadline(long limitMillis) {

    static Deadline after(Duration limit) {
        final long millis = limit.toMillis();
        if (millis < 1) {
            throw new IllegalArgumentException("within " + limit + ": at least 1 ms is needed");
        }
        return new Deadline(millis);
    }

    /**
     * Returns the given headers and one more header. It has the given name, and contains the deadline for a request written now.
     */
    Map<String, String> with(String name, Map<String, String> headers) {
        final String deadline = Long.toString(Math.addExact(System.currentTimeMillis(), limitMillis));
        if (headers.isEmpty()) {
            return Map.of(name, deadline);
        }
        final Map<String, String> both = new HashMap<>(headers);
        both.put(name, deadline);
        return both;
    }
}
