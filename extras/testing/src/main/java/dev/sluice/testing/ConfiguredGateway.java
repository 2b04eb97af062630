package dev.sluice.testing;

import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.QueuesConfig;
import dev.sluice.service.config.yaml.JdbcUrl;
import dev.sluice.service.config.yaml.Secret;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;

/** A gateway with the user's configuration, but with a database in memory in place of each configured database. */
final class ConfiguredGateway implements TestGateway {

    private static final long DISK_RESERVE = 1 << 20;

    private final Map<String, MemoryDatabase> databases;
    private final GatewayProgram program;
    private final ServiceThread thread;
    private volatile long awayAfter = Long.MAX_VALUE;

    private ConfiguredGateway(Map<String, MemoryDatabase> databases, GatewayProgram program) {
        this.databases = databases;
        this.program = program;
        this.thread = ServiceThread.start(program::run);
    }

    /**
     * Starts a gateway.
     *
     * @param file the configuration; environment variables that are not set have the value {@code test}
     * @param schemas the test's scripts by database name; a database without such a script runs the script of its configuration
     */
    static ConfiguredGateway start(Path queues, Path file, Map<String, Path> schemas) throws SQLException {
        final GatewayConfig config = GatewayConfig.load(
                file,
                name -> Objects.requireNonNullElse(System.getenv(name), "test"),
                GatewayConfig.DeclarationReview.NONE);
        final Map<String, MemoryDatabase> databases = new HashMap<>();
        final Map<String, DatabaseConfig> configs = new LinkedHashMap<>();
        for (final DatabaseConfig database : config.databases().values()) {
            final MemoryDatabase memory = new MemoryDatabase(database.url().value());
            databases.put(database.name(), memory);
            configs.put(database.name(), inMemory(database, memory));
            final Optional<Path> script =
                    Optional.ofNullable(schemas.get(database.name())).or(database::init);
            if (script.isPresent()) {
                memory.fill(script.get());
            }
        }
        final GatewayConfig test = new GatewayConfig(
                config.name(),
                new QueuesConfig(
                        queues.toString(),
                        1,
                        config.queues().rollCycle(),
                        SyncMode.NONE,
                        DISK_RESERVE,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        config.queues().foreign()),
                config.chunk(),
                config.limits(),
                config.pauser(),
                configs,
                config.lookups(),
                config.statements(),
                config.rest(),
                Optional.empty());
        return new ConfiguredGateway(databases, GatewayProgram.open(test));
    }

    private static DatabaseConfig inMemory(DatabaseConfig config, MemoryDatabase memory) {
        return new DatabaseConfig(
                config.name(),
                new JdbcUrl(memory.url()),
                MemoryDatabase.GATEWAY,
                new Secret(MemoryDatabase.GATEWAY),
                Optional.empty(),
                config.adHoc(),
                config.updatesPerTransaction(),
                config.transaction(),
                config.updates(),
                config.snapshot(),
                config.statementTimeout(),
                config.connectionTimeout(),
                config.resilience());
    }

    /**
     * Returns the database in memory that replaces a configured one.
     *
     * @throws NoSuchElementException if the configuration has no database of that name
     */
    DataSource database(String name) {
        if (!databases.containsKey(name)) {
            throw new NoSuchElementException("no database '" + name + "': the configuration has " + databases.keySet());
        }
        return databases.get(name).source();
    }

    @Override
    public long answered() {
        final long answered = program.counts().get(0).written();
        if (answered >= awayAfter) {
            awayAfter = Long.MAX_VALUE;
            each(MemoryDatabase::goAway);
        }
        return answered;
    }

    @Override
    public void awayAfter(long answers) {
        awayAfter = answers;
        answered();
    }

    @Override
    public void back() {
        awayAfter = Long.MAX_VALUE;
        each(MemoryDatabase::comeBack);
    }

    @Override
    public void close() {
        program.stop();
        try (program) {
            thread.awaitEnd();
        } finally {
            each(MemoryDatabase::close);
        }
    }

    private interface Change {
        void make(MemoryDatabase database) throws SQLException;
    }

    private void each(Change change) {
        for (final MemoryDatabase database : databases.values()) {
            try {
                change.make(database);
            } catch (final SQLException e) {
                throw new IllegalStateException("a database in memory failed: " + e.getMessage(), e);
            }
        }
    }
}
