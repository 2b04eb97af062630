package dev.sluice.faults.kill.bank;

import dev.sluice.examples.rest.Lookup;
import dev.sluice.examples.rest.LookupServer;
import dev.sluice.faults.kill.Stores;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A REST service for the items of the bank. It runs in this process, so that it outlives the gateways. Items never change, so
 * that the model knows every answer. Some calls take some milliseconds, so that gateways die while they wait for an answer. For
 * any thread.
 */
final class ItemService implements AutoCloseable {

    /** The lookup that the service answers instead of the database. */
    static final String LOOKUP = Operation.ITEM.nameFor(Stores.NAMES.get(0), 0);

    private static final int THREADS = 4;
    private static final long LONGEST_PAUSE_NANOS = 4_000_000;

    private final AtomicLong calls = new AtomicLong();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean away;
    private final LookupServer server;

    ItemService() throws IOException {
        server = LookupServer.start(0, THREADS, Map.of(LOOKUP, new Items()), Set.of());
    }

    /**
     * Adds the bank's lookups and statements of {@code lanes} lanes to a gateway's configuration; items are looked up in this
     * service.
     */
    void declare(GatewayYaml yaml, int lanes) {
        yaml.with("services.items.url", URI.create("http://127.0.0.1:" + server.port()))
                .with("services.items.maxBackoff", "1s")
                .with("lookups." + LOOKUP + ".service", "items")
                .with("lookups." + LOOKUP + ".types", List.of("long"));
        Bank.declare(yaml, lanes, LOOKUP);
    }

    /** Makes the service refuse every call with 503 and Retry-After, or accept calls again. */
    void setAway(boolean refuses) {
        away = refuses;
    }

    /** Returns the number of calls that have begun. */
    long calls() {
        return calls.get();
    }

    /** Whether a call is in progress. */
    boolean isAsked() {
        return underWay.get() > 0;
    }

    @Override
    public void close() {
        server.close();
    }

    private final class Items implements Lookup {

        @Override
        public List<String> columns() {
            return List.of("label");
        }

        @Override
        public Map<Long, List<Object>> find(Collection<Long> keys) throws SQLException {
            if (away) {
                throw new SQLException("unavailable for now");
            }
            underWay.incrementAndGet();
            calls.incrementAndGet();
            try {
                if (ThreadLocalRandom.current().nextInt(3) == 0) {
                    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_PAUSE_NANOS));
                }
                final Map<Long, List<Object>> found = new HashMap<>();
                for (final long key : keys) {
                    if (key < Workload.ITEMS) {
                        found.put(key, List.of(Bank.label(key)));
                    }
                }
                return found;
            } finally {
                underWay.decrementAndGet();
            }
        }
    }
}
