package dev.sluice.api;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A limit of time for requests. Their deadlines are times of the wall clock, as job and gateway may restart in between. */
record Deadline(long limitMillis) {

    static Deadline after(Duration limit) {
        final long millis = limit.toMillis();
        if (millis < 1) {
            throw new IllegalArgumentException("within " + limit + ": at least 1 ms is needed");
        }
        return new Deadline(millis);
    }

    /** Returns the headers with the deadline of a request that is asked now, under that name. */
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
