package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.testsupport.PostgresServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
            final Process poor = start("poor", config, "-Xmx40m", option);
            try {
                assertTrue(poor.waitFor(60, TimeUnit.SECONDS), "still there: " + log("poor"));
                assertTrue(poor.exitValue() == 1 || poor.exitValue() == 3, poor.exitValue() + ": " + log("poor"));
                assertTrue(log("poor").contains("java.lang.OutOfMemoryError"), log("poor"));
            } finally {
                poor.destroyForcibly().waitFor();
            }
            final Process rich = start("rich", config, "-Xmx512m", option);
            try {
                final Collected results = new Collected();
                client.awaitAll(results, Duration.ofMinutes(1));
                assertEquals(REQUESTS, results.lines.size());
                for (int i = 0; i < REQUESTS; i++) {
                    assertTrue(results.lines.get(i).startsWith("large: rows [{i=" + i + ","), "result " + i);
                }
            } finally {
                rich.destroyForcibly().waitFor();
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
            final Process small = start("small", config, "-Xmx128m", "-XX:+ExitOnOutOfMemoryError");
            try {
                final Collected results = new Collected();
                client.awaitAll(results, Duration.ofMinutes(1));
                for (int i = 0; i < 40; i++) {
                    assertTrue(
                            results.lines.get(i).contains(i == 7 ? "TOO_LARGE" : "rows [{i=" + i + ","),
                            results.lines.get(i) + log("small"));
                }
                assertTrue(small.isAlive(), log("small"));
            } finally {
                small.destroyForcibly().waitFor();
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
        final Process process =
                start("greedy", config("jdbc:greedy:x"), "-Djdbc.drivers=" + GreedyDriver.class.getName());
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still there: " + log("greedy"));
            assertEquals(1, process.exitValue(), log("greedy"));
            assertTrue(log("greedy").contains("The gateway failed"), log("greedy"));
            assertTrue(log("greedy").contains("as a driver may"), log("greedy"));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static void parkForEver() {
        while (true) {
            LockSupport.park();
        }
    }

    private String log(String name) throws IOException {
        return Files.readString(directory.resolve(name));
    }

    private Process start(String name, Path config, String... options) throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "run",
                "--config",
                config.toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name).toFile())
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
