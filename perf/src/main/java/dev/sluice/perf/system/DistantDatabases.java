package dev.sluice.perf.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Databases of a server on this machine, seen through a network with a latency. */
public final class DistantDatabases implements DurableDatabases {

    private final DurableDatabases near;
    private final Duration latency;
    private Optional<DelayedLink> link = Optional.empty();

    /**
     * @param near closed by its owner
     * @param latency of a round trip
     */
    public DistantDatabases(DurableDatabases near, Duration latency) {
        this.near = near;
        this.latency = latency;
    }

    @Override
    public Database create(String name) throws SQLException {
        final Database database = near.create(name);
        final int port = URI.create(database.url().substring("jdbc:".length())).getPort();
        try {
            if (link.isEmpty()) {
                link = Optional.of(DelayedLink.open(port, latency));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        final String seen =
                database.url().replace(":" + port + "/", ":" + link.get().port() + "/");
        return new Database(seen, database.user(), database.password());
    }

    @Override
    public String described() {
        return near.described() + ", seen through a network with a round trip of " + latency.toNanos() / 1_000 + " us";
    }

    @Override
    public void close() {
        try {
            if (link.isPresent()) {
                link.get().close();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
