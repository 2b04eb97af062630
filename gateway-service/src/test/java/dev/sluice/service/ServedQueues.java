package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.client.AllResults;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.testsupport.SqlDatabase;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * New queues for each test, a gateway of this process that serves them when a test starts it, and a client that asks it. Its database
 * is a new one in memory, unless the test names another. After the test the client is closed, then the gateway, which must not have
 * ended by itself, and all files are deleted.
 */
final class ServedQueues implements BeforeEachCallback, AfterEachCallback {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final String NONE = "none";

    private final String declared;
    private String name = "test";
    private String queueKeys = "";
    private String databaseKeys = "";
    private String url = "";
    private String user = "SA";
    private String[] schema = {};
    private Path directory;
    private RunningGateway gateway;
    private GatewayClient client;

    private ServedQueues(String declared) {
        this.declared = declared;
    }

    /** @param yaml all of a configuration but its name, its queues and its databases */
    static ServedQueues declaring(String yaml) {
        return new ServedQueues(yaml);
    }

    ServedQueues named(String gatewayName) {
        name = gatewayName;
        return this;
    }

    /** @param keys as in {@code rollCycle: TEST_SECONDLY} */
    ServedQueues queues(String keys) {
        queueKeys = ", " + keys;
        return this;
    }

    /** @param keys of its database, as in {@code adHoc: true} */
    ServedQueues database(String keys) {
        databaseKeys = ", " + keys;
        return this;
    }

    /** What is executed in the database before each test. */
    ServedQueues having(String... statements) {
        schema = statements;
        return this;
    }

    /** Another database than one in memory. */
    ServedQueues at(String databaseUrl, String databaseUser) {
        url = databaseUrl;
        user = databaseUser;
        return this;
    }

    /** Only what is declared is asked. */
    ServedQueues withoutDatabase() {
        url = NONE;
        return this;
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException, SQLException {
        directory = Files.createTempDirectory("served");
        if (url.isEmpty()) {
            url = "jdbc:hsqldb:mem:" + UUID.randomUUID();
        }
        if (schema.length > 0) {
            database().execute(schema);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        try {
            closeClient();
            stop();
        } finally {
            if (gateway != null) {
                gateway.close();
            }
            Trees.delete(directory);
        }
    }

    /** A directory for the test's own files, in which those of the queues are. */
    Path directory() {
        return directory;
    }

    Path queues() {
        return directory.resolve("queues");
    }

    /** The configuration. */
    String yaml() {
        return yaml(declared);
    }

    /** The same with other declarations. */
    String yaml(String declarations) {
        final String databases = "databases:\n  main: {url: '%s', user: '%s'%s}\n".formatted(url, user, databaseKeys);
        return "name: %s\nqueues: {path: '%s', diskReserve: 1MB%s}\n".formatted(name, queues(), queueKeys)
                + (url.equals(NONE) ? "" : databases)
                + declarations;
    }

    GatewayConfig config() {
        return GatewayConfig.parse(yaml(), directory, name -> null);
    }

    RunningGateway start() {
        return start(yaml());
    }

    /** Starts a gateway by another configuration. */
    RunningGateway start(String yaml) {
        gateway = RunningGateway.start(yaml);
        return gateway;
    }

    /** Stops the gateway, if there is one, and fails when it has ended by itself. */
    void stop() {
        if (gateway != null) {
            final RunningGateway stopping = gateway;
            gateway = null;
            final boolean alive = stopping.alive();
            stopping.close();
            if (!alive) {
                throw new AssertionError("the gateway ended before it was stopped");
            }
        }
    }

    GatewayClient client() {
        if (client == null) {
            client = RunningGateway.client(queues());
        }
        return client;
    }

    /** Closes the client, if there is one; who asks for it then gets another. */
    void closeClient() {
        if (client != null) {
            client.close();
            client = null;
        }
    }

    /** Waits until all that the client has asked is answered, and returns the results that it has not returned before. */
    List<String> results() {
        final Collected results = new Collected();
        client().awaitAll(results, PATIENCE);
        return results.lines;
    }

    /** Waits for so many results of whoever asked, and returns those from the first one on. */
    List<String> allResults(int count) {
        try (GatewayClient reading = RunningGateway.client(queues());
                AllResults all = reading.results()) {
            final Collected results = new Collected();
            all.toStart();
            Awaitility.await().atMost(PATIENCE).pollInSameThread().until(() -> {
                all.poll(results, Integer.MAX_VALUE);
                return results.lines.size() >= count;
            });
            assertEquals(count, results.lines.size(), results.lines::toString);
            return results.lines;
        }
    }

    /** Its database, to be filled and looked into. */
    SqlDatabase database() {
        return new SqlDatabase(url, user);
    }
}
