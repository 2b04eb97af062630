package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway with too little memory for what its limits allow ends, and loses nothing: half dead it would hold up all. */
@Tag("nightly")
class OutOfMemoryTest {

    private static final int REQUESTS = 400;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+ExitOnOutOfMemoryError", "-XX:-ExitOnOutOfMemoryError"})
    void shouldEndAndAnswerEverythingWhenStartedAgainWithMoreMemory(String option) throws Exception {
        final Path config = config(PostgresServer.shared().jdbcUrl());
        try (GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            for (int i = 0; i < REQUESTS; i++) {
                client.requests().lookup("large", (long) i);
            }
            try (Child poor = start(config, "-Xmx40m", option)) {
                final String said = poor.awaitEnd();
                assertTrue(poor.status() == 1 || poor.status() == 3, poor.status() + ": " + said);
                assertTrue(said.contains("java.lang.OutOfMemoryError"), said);
            }
            try (Child rich = start(config, "-Xmx512m", option)) {
                final Collected results = new Collected();
                client.awaitAll(results, Duration.ofMinutes(1));
                assertEquals(REQUESTS, results.lines.size(), rich::said);
                for (int i = 0; i < REQUESTS; i++) {
                    assertTrue(results.lines.get(i).startsWith("large: rows [{i=" + i + ","), "result " + i);
                }
            }
        }
    }

    @Test
    void shouldFailOnlyTheItemWhoseValueIsLargerThanTheHeap() throws Exception {
        final Path config = config(PostgresServer.shared().jdbcUrl());
        Files.writeString(
                config,
                Files.readString(config)
                        .replace("repeat('x', 500000)", "repeat('x', CASE i WHEN 7 THEN 300000000 ELSE 5 END)"));
        try (GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            for (int i = 0; i < 40; i++) {
                client.requests().lookup("large", (long) i);
            }
            try (Child small = start(config, "-Xmx128m", "-XX:+ExitOnOutOfMemoryError")) {
                final Collected results = new Collected();
                client.awaitAll(results, Duration.ofMinutes(1));
                for (int i = 0; i < 40; i++) {
                    assertTrue(
                            results.lines.get(i).contains(i == 7 ? "TOO_LARGE" : "rows [{i=" + i + ","),
                            results.lines.get(i) + small.said());
                }
                assertTrue(small.isAlive(), small::said);
            }
        }
    }

    /** A driver that takes all memory when it is looked for, and leaves a thread and a hook that go on. */
    public static final class GreedyDriver extends FakeDriver {

        static {
            try {
                DriverManager.registerDriver(new GreedyDriver());
            } catch (final SQLException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Override
        public boolean acceptsURL(String url) {
            new Thread(OutOfMemoryTest::parkForEver, "goes on").start();
            Runtime.getRuntime().addShutdownHook(new Thread(OutOfMemoryTest::parkForEver, "hangs"));
            throw new OutOfMemoryError("as a driver may");
        }
    }

    @Test
    void shouldEndWhenItsOwnThreadRunsOutOfMemoryAndOthersGoOn() throws Exception {
        try (Child greedy = start(config("jdbc:greedy:x"), "-Djdbc.drivers=" + GreedyDriver.class.getName())) {
            final String said = greedy.expectEnd(1);
            assertTrue(said.contains("The gateway failed"), said);
            assertTrue(said.contains("as a driver may"), said);
        }
    }

    private static void parkForEver() {
        while (true) {
            LockSupport.park();
        }
    }

    private static Child start(Path config, String... options) throws IOException {
        return Program.java(Main.class, "run", "--config", config)
                .options("-XX:-UseSerialGC") // the collector that Java chooses
                .options(options)
                .start();
    }

    private Path config(String url) throws IOException {
        return Files.writeString(directory.resolve("gateway.yaml"), """
                name: test
                queues:
                  path: %s
                  diskReserve: 1MB
                chunk:
                  limit: 100
                databases:
                  main:
                    url: %s
                    user: %s
                lookups:
                  large:
                    sql: SELECT i, repeat('x', 500000) AS x FROM (SELECT CAST(? AS BIGINT) AS i) q
                    types: [long]
                    reads: []
                """.formatted(
                directory.resolve("queues"), url, PostgresServer.shared().user()));
    }
}
