package dev.sluice.api;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Adds a deadline to each request: the wall clock's, as job and gateway may restart in between. */
final class Deadline implements FutureRequests {

    private final FutureRequests requests;
    private final long limitMillis;

    Deadline(FutureRequests requests, Duration limit) {
        this.requests = requests;
        this.limitMillis = limit.toMillis();
        if (limitMillis < 1) {
            throw new IllegalArgumentException("within " + limit + ": at least 1 ms is needed");
        }
    }

    @Override
    public <T> CompletableFuture<T> ask(
            RequestKind kind, Map<String, String> headers, String name, Object[] arguments, Shape<T> shape) {
        final String deadline = Long.toString(Math.addExact(System.currentTimeMillis(), limitMillis));
        return requests.ask(kind, with(headers, deadline), name, arguments, shape);
    }

    private static Map<String, String> with(Map<String, String> headers, String deadline) {
        if (headers.isEmpty()) {
            return Map.of(DEADLINE, deadline);
        }
        final Map<String, String> both = new HashMap<>(headers);
        both.put(DEADLINE, deadline);
        return both;
    }

    @Override
    public String toString() {
        return requests + " within " + limitMillis + " ms";
    }
}
