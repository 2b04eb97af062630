package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.Operated.Said;
import dev.sluice.service.core.BackendCounts.Count;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway that reads its file again, by the command, over real queues, while requests are in hand. */
class ReloadTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String AWAY = """
            services: {crm: {url: 'http://127.0.0.1:1', backoff: 5ms, maxBackoff: 10ms}}
            """;

    @TempDir
    private Path directory;

    @Test
    void shouldLingerAsTheFileSaysNow() throws Exception {
        try (Operated operated = new Operated(directory, "chunk: {linger: 0ms}")) {
            operated.edit("linger: 0ms", "linger: 10s");
            assertEquals(new Said(0, "changed: chunk.linger from 0ms to 10s"), operated.ctl("reload"));
            operated.client.requests().lookup("customer", 1L);
            assertEquals(0, operated.ctl("hold", "other").code());
            assertEquals(0, operated.ctl("unhold", "other").code()); // a turn after that of the request
            assertEquals(0, operated.gateway.counts().read());
            operated.client.requests().lookup("customer", 2L);
            operated.edit("linger: 10s", "linger: 0ms");
            assertEquals(new Said(0, "changed: chunk.linger from 10s to 0ms"), operated.ctl("reload"));
            final Collected results = new Collected();
            operated.client.awaitAll(results, PATIENCE);
            assertEquals(List.of("customer: rows [{NAME=n1}]", "customer: rows [{NAME=n2}]"), results.lines);
            assertEquals(1, operated.gateway.counts().calls(Count.READ_CALLS));
        }
    }

    @Test
    void shouldCallAsFastAsTheFileSaysNow() throws Exception {
        try (Operated operated = new Operated(
                directory, 1, yaml -> yaml.replace("main: {", "main: {callsPerSecond: 1, ") + "chunk: {limit: 1}\n")) {
            final List<String> expected = new ArrayList<>();
            for (long i = 0; i < 300; i++) { // five minutes at a call a second
                operated.client.requests().lookup("customer", i);
                expected.add("customer: rows [{NAME=n" + i + "}]");
            }
            Awaitility.await().until(() -> operated.gateway.counts().written() > 0);
            operated.edit("callsPerSecond: 1, ", "");
            assertEquals(
                    new Said(0, "changed: databases.main.callsPerSecond from 1 to what it is when left out"),
                    operated.ctl("reload"));
            final Collected results = new Collected();
            operated.client.awaitAll(results, PATIENCE);
            assertEquals(expected, results.lines);
        }
    }

    @Test
    void shouldFailHeldRequestsWhenTheFileSaysSoNow() throws Exception {
        try (Operated operated = new Operated(
                directory, 1, yaml -> yaml.replace("lookups:\n", AWAY + "lookups:\n  person: {service: crm}\n"))) {
            operated.client.requests().lookup("person", 1L);
            operated.client.requests().lookup("customer", 1L);
            Awaitility.await()
                    .until(() -> !operated.gateway.counts().backends().isEmpty()
                            && operated.gateway.counts().backends().stream()
                                    .anyMatch(backend -> backend.attempts() > 1));
            operated.edit("maxBackoff: 10ms", "maxBackoff: 10ms, outage: fail-after 1ms");
            assertEquals(
                    new Said(0, "changed: services.crm.outage from hold to fail-after 1ms"), operated.ctl("reload"));
            final Collected results = new Collected();
            operated.client.awaitAll(results, PATIENCE);
            assertTrue(results.lines.get(0).startsWith("person: failed UNAVAILABLE"), results.lines.get(0));
            assertEquals("customer: rows [{NAME=n1}]", results.lines.get(1));
        }
    }

    @Test
    void shouldDeleteOldFilesWhenTheFileSaysSoNow() throws Exception {
        try (Operated operated = new Operated(
                directory, 1, yaml -> yaml.replace("diskReserve: 1MB", "diskReserve: 1MB, rollCycle: TEST_SECONDLY"))) {
            final Collected results = new Collected();
            operated.client.requests().lookup("customer", 7L);
            operated.client.awaitAll(results);
            final Path first = oldest();
            operated.edit("rollCycle: ", "retention: 1s, rollCycle: ");
            assertEquals(new Said(0, "changed: queues.retention from forever to 1s"), operated.ctl("reload"));
            Awaitility.await().pollInSameThread().until(() -> {
                operated.client.requests().lookup("customer", 7L);
                operated.client.awaitAll(results);
                return !Files.exists(first);
            });
            assertTrue(results.lines.stream().allMatch("customer: rows [{NAME=n7}]"::equals));
        }
    }

    private Path oldest() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("queues/in"))) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .min(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    @Test
    void shouldAnswerEachRequestOnceAndInOrderWhileTheFileIsReadAgainAndAgain() throws Exception {
        try (Operated operated = new Operated(
                directory,
                1,
                yaml -> yaml.replace("main: {", "main: {callsPerSecond: 1000, backoff: 100ms, ")
                        + "chunk: {limit: 7, linger: 1ms}\n")) {
            final List<String> expected = new ArrayList<>();
            for (int reload = 0; reload < 8; reload++) {
                for (long i = 0; i < 60; i++) {
                    operated.client.requests().lookup("customer", i);
                    operated.client.requests().executeUpdate("note", i, i);
                    expected.add("customer: rows [{NAME=n" + i + "}]");
                    expected.add("note: updated 1");
                }
                final boolean even = reload % 2 == 0;
                operated.edit(even ? "linger: 1ms" : "linger: 2ms", even ? "linger: 2ms" : "linger: 1ms");
                operated.edit(even ? "backoff: 100ms" : "backoff: 50ms", even ? "backoff: 50ms" : "backoff: 100ms");
                operated.edit(
                        even ? "callsPerSecond: 1000" : "callsPerSecond: 900",
                        even ? "callsPerSecond: 900" : "callsPerSecond: 1000");
                assertEquals(0, operated.ctl("reload").code());
            }
            final Collected results = new Collected();
            operated.client.awaitAll(results, PATIENCE);
            assertEquals(expected, results.lines);
        }
    }

    @Test
    void shouldChangeNothingWhenSomethingNeedsARestartOrTheFileIsWrong() throws Exception {
        try (Operated operated = new Operated(directory, "chunk: {limit: 9, linger: 0ms}")) {
            assertEquals(
                    new Said(0, "nothing differs: it runs with what is in " + operated.file), operated.ctl("reload"));
            operated.edit("limit: 9, linger: 0ms", "limit: 8, linger: 1ms");
            final String differs = "it must be started again for: chunk.limit from 9 to 8."
                    + " Without that, reload would change: chunk.linger from 0ms to 1ms";
            assertEquals(new Said(1, "nothing is changed: " + differs), operated.ctl("reload"));
            assertEquals(new Said(1, differs), operated.ctl("reload", "--dry-run"));
            operated.edit("linger: 1ms", "linger: 1 hour");
            final Said wrong = operated.ctl("reload");
            assertEquals(1, wrong.code());
            assertTrue(wrong.text().startsWith("nothing is changed: 1 problem in " + operated.file), wrong.text());
            assertTrue(wrong.text().contains("chunk.linger: expected a duration from 0ms to 10s"), wrong.text());
            operated.edit("limit: 8, linger: 1 hour", "limit: 9, linger: 0ms");
            assertTrue(operated.ctl("reload").text().startsWith("nothing differs"));
            final List<String> audit = operated.auditLines();
            assertEquals(5, audit.size(), audit::toString);
            assertTrue(audit.get(1).contains(": reload: refused: nothing is changed: it must be"), audit.get(1));
            assertTrue(audit.get(3).contains("gateway.yaml: 12:27 chunk.linger: expected"), audit.get(3));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"TRUE\"", "1", "\"\"", "\"yes\""})
    void shouldChangeNothingWhenADryRunIsMisspelt(String dryRun) throws Exception {
        try (Operated operated = new Operated(directory, "chunk: {linger: 0ms}")) {
            operated.edit("linger: 0ms", "linger: 1ms");
            assertTrue(reload(operated, dryRun).contains("dryRun is true or false"));
            assertTrue(reload(operated, "true").contains("reload would change: chunk.linger from 0ms to 1ms"));
            assertTrue(reload(operated, "false").contains("changed: chunk.linger from 0ms to 1ms"));
        }
    }

    private static String reload(Operated operated, String dryRun) throws Exception {
        return operated.raw(
                "POST /control/reload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + Operated.TOKEN
                        + "\r\nContent-Type: application/json",
                "{\"dryRun\": " + dryRun + "}");
    }

    @Test
    void shouldHaveAllThatChangedInTheAudit() throws Exception {
        final StringBuilder services = new StringBuilder("services:\n");
        final StringBuilder lookups = new StringBuilder("lookups:\n");
        for (int i = 0; i < 20; i++) {
            services.append("  service-").append(i).append(": {url: 'http://127.0.0.1:1', backoff: 5ms}\n");
            lookups.append("  person-")
                    .append(i)
                    .append(": {service: service-")
                    .append(i)
                    .append("}\n");
        }
        try (Operated operated =
                new Operated(directory, 1, yaml -> yaml.replace("lookups:\n", services.toString() + lookups))) {
            operated.edit("backoff: 5ms", "backoff: 6ms");
            final Said changed = operated.ctl("reload");
            assertEquals(0, changed.code(), changed.text());
            assertTrue(changed.text().contains("services.service-19.backoff from 5ms to 6ms"), changed.text());
            final List<String> audit = operated.auditLines();
            assertTrue(audit.get(audit.size() - 1).contains(changed.text()), audit::toString);
        }
    }

    @Test
    void shouldTakeItOnEachLane() throws Exception {
        try (Operated operated = new Operated(directory, 2, "chunk: {linger: 10s}")) {
            operated.client.requests().lookup("customer", 1L);
            operated.edit("linger: 10s", "linger: 1ms");
            assertEquals(new Said(0, "changed: chunk.linger from 10s to 1ms"), operated.ctl("reload"));
            operated.client.awaitAll(new Collected(), PATIENCE);
            assertTrue(operated.ctl("reload").text().startsWith("nothing differs"));
        }
    }

    @Test
    void shouldTellNoSecret() throws Exception {
        try (Operated operated =
                new Operated(directory, 1, yaml -> yaml.replace("main: {", "main: {user: SA, password: '', "))) {
            operated.edit("password: ''", "password: sesame-1234");
            operated.edit("token: " + Operated.TOKEN, "token: another-token-of-this-test");
            final Said refused = operated.ctl("reload");
            assertEquals(
                    "nothing is changed: it must be started again for: control.token differs;"
                            + " databases.main.password differs",
                    refused.text());
            final String all = String.join("\n", operated.auditLines());
            assertFalse(all.contains("sesame") || all.contains("another-token"), all);
        }
    }

    @Test
    void shouldCompareWithTheRunningGatewayAndSayByTheExitCodeWhetherItMustBeStartedAgain() throws Exception {
        final String url;
        try (Operated operated = new Operated(directory, "chunk: {limit: 9, linger: 0ms}")) {
            url = "http://127.0.0.1:" + operated.uri().getPort();
            assertEquals(
                    new Said(0, "nothing differs: it runs with what is in " + operated.file),
                    against(operated.file, url));
            operated.edit("linger: 0ms", "linger: 1ms");
            assertEquals(new Said(0, "reload would change: chunk.linger from 0ms to 1ms"), against(operated.file, url));
            final Path away = Files.move(operated.file, directory.resolve("away.yaml"));
            final Said gone = against(operated.file, url);
            assertTrue(
                    gone.text().contains(operated.file + ": no such file")
                            || gone.text().contains("there is no"),
                    gone.text());
            Files.move(away, operated.file);
            operated.edit("limit: 9", "limit: 8");
            final Said restart = against(operated.file, url);
            assertEquals(1, restart.code());
            assertTrue(
                    restart.text().startsWith("it must be started again for: chunk.limit from 9 to 8"), restart.text());
            final Path other = Files.writeString(directory.resolve("other.yaml"), Files.readString(operated.file));
            final Said refused = against(other, url);
            assertEquals(1, refused.code());
            assertTrue(refused.text().contains("compares that file alone"), refused.text());
        }
        final String file = directory.resolve("gateway.yaml").toString();
        assertEquals(3, against(Path.of(file), url).code());
        assertEquals(2, against(Path.of(file), "here").code());
        assertEquals(
                2,
                Operated.said("check", "--config", file, "--against", "--try", "a=1")
                        .code());
    }

    private Said against(Path file, String url) {
        return Operated.said(
                "check",
                "--config",
                file.toString(),
                "--against",
                url,
                "--token-file",
                directory.resolve("token").toString());
    }

    @Test
    void shouldFindTheGatewayByItsFileWhenNoAddressIsGiven() throws Exception {
        try (Operated operated = new Operated(directory, "")) {
            operated.edit("port: 0", "port: " + operated.uri().getPort());
            final Said said = Operated.said("check", "--against", "--config", operated.file.toString());
            assertEquals(1, said.code());
            assertTrue(said.text().contains("started again for: health.port from 0 to "), said.text());
        }
    }
}
