package dev.sluice.internal.client;

import dev.sluice.api.FutureRequests;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Requests;
import java.time.Duration;
import java.util.Map;

/** Requests of a client that are of use for some time only. */
final class LimitedRequests implements Requests {

    private final ClientRequests requests;
    private final long limitMillis;

    LimitedRequests(ClientRequests requests, Duration limit) {
        this.requests = requests;
        this.limitMillis = limit.toMillis();
        if (limitMillis < 1) {
            throw new IllegalArgumentException("within " + limit + ": at least 1 ms is needed");
        }
    }

    @Override
    public long lookup(String name, Object... key) {
        return append(RequestKind.LOOKUP, name, key);
    }

    @Override
    public long executeQuery(String statement, Object... args) {
        return append(RequestKind.QUERY, statement, args);
    }

    @Override
    public long executeUpdate(String statement, Object... args) {
        return append(RequestKind.UPDATE, statement, args);
    }

    @Override
    public long send(String endpoint, Object payload) {
        return append(RequestKind.SEND, endpoint, payload);
    }

    private long append(RequestKind kind, String name, Object... args) {
        final String deadline = Long.toString(Math.addExact(System.currentTimeMillis(), limitMillis));
        return requests.append(kind, Map.of(FutureRequests.DEADLINE, deadline), name, args);
    }
}
