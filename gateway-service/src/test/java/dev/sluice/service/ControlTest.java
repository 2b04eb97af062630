package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Position;
import dev.sluice.service.Operated.Said;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator's acts by the command, over real queues and a real database. */
class ControlTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    @Test
    void shouldReadNothingWhilePausedAndGoOnWhereItWasWhenResumed() throws Exception {
        try (Operated operated = new Operated(directory, "")) {
            final Said paused = operated.ctl("pause", "--reason", "index is rebuilt");
            assertEquals(0, paused.code(), paused.text());
            operated.client.requests().lookup("customer", 1L);
            final String ready =
                    MetricsPage.get(operated.uri(), "/health/ready").body();
            assertTrue(ready.contains("\"status\":\"down\"") && ready.contains("paused since "), ready);
            assertTrue(ready.contains("(index is rebuilt): no requests are read; sluice ctl resume"), ready);
            assertEquals(0, operated.gateway.counts().read());

            assertEquals(0, operated.ctl("resume").code());
            operated.client.awaitAll(new Collected(), PATIENCE);
            Awaitility.await().until(() -> operated.gateway.counts().written() == 1);
            assertEquals(new Said(0, "nothing is ordered"), operated.ctl("orders"));
            assertEquals(new Said(1, "it is not paused"), operated.ctl("resume"));
        }
    }

    @Test
    void shouldStayPausedWhenItIsStartedAgain() throws Exception {
        try (Operated operated = new Operated(directory, "")) {
            assertEquals(0, operated.ctl("pause").code());
        }
        try (Operated operated = new Operated(directory, "")) {
            operated.client.requests().lookup("customer", 1L);
            final Said orders = operated.ctl("orders");
            assertTrue(orders.text().startsWith("paused since "), orders.text());
            assertEquals(0, operated.gateway.counts().read());
            assertEquals(0, operated.ctl("resume").code());
            final Collected results = new Collected();
            operated.client.awaitAll(results, PATIENCE);
            assertEquals(List.of("customer: rows [{NAME=n1}]"), results.lines);
        }
        try (Operated operated = new Operated(directory, "")) {
            assertEquals(new Said(0, "nothing is ordered"), operated.ctl("orders"));
        }
    }

    @Test
    void shouldAnswerWhatIsBeforeAHeldRequestAndTheRestInOrderWhenItIsHeldNoLonger() throws Exception {
        try (Operated operated = new Operated(directory, "")) {
            final Said unknown = operated.ctl("hold", "custmer");
            assertEquals(1, unknown.code());
            assertTrue(unknown.text().contains("there are customer, note, other"), unknown.text());
            assertEquals(0, operated.ctl("hold", "customer").code());
            operated.client.requests().lookup("other", 1L);
            operated.client.requests().lookup("customer", 2L);
            operated.client.requests().lookup("other", 3L);
            final String held = heldAt(operated);
            Awaitility.await().until(() -> operated.gateway.counts().written() == 1);
            assertTrue(operated.ctl("orders").text().contains("request " + held + " holds up those after it"));
            final Said drain = operated.ctl("drain");
            assertEquals(1, drain.code());
            assertTrue(drain.text().startsWith("it would never end: 'customer' is held since"), drain.text());

            assertEquals(new Said(0, "'customer' is not held any more"), operated.ctl("unhold", "customer"));
            final Collected results = new Collected();
            operated.client.awaitAll(results, PATIENCE);
            assertEquals(
                    List.of("other: rows [{ID=1}]", "customer: rows [{NAME=n2}]", "other: rows [{ID=3}]"),
                    results.lines);
            assertEquals(new Said(1, "'customer' is not held"), operated.ctl("unhold", "customer"));
        }
    }

    @Test
    void shouldAnswerAQuarantinedRequestAsFailedAndAskOneThatWasReleased() throws Exception {
        try (Operated operated = new Operated(directory, "")) {
            operated.ctl("hold", "customer");
            operated.client.requests().lookup("customer", 1L);
            operated.client.requests().lookup("customer", 2L);
            operated.client.requests().executeUpdate("note", 3L, 3L);
            final String first = heldAt(operated);
            final Said quarantined = operated.ctl("quarantine", first, "--reason", "ends the database");
            assertEquals(
                    new Said(0, "request " + first + " is quarantined: it is answered as failed, and not asked"),
                    quarantined);
            assertEquals(0, operated.ctl("quarantine", after(first, 1)).code());
            assertEquals(0, operated.ctl("quarantine", after(first, 2)).code());
            assertEquals(
                    new Said(0, "request " + after(first, 1) + " is asked when its turn comes"),
                    operated.ctl("release", after(first, 1)));
            assertEquals(1, operated.ctl("quarantine", after(first, 3)).code());
            assertEquals(1, operated.ctl("quarantine", "first").code());
            operated.ctl("unhold", "customer");
            final Collected results = new Collected();
            operated.client.awaitAll(results, PATIENCE);
            final String failed = results.lines.get(0);
            assertTrue(failed.startsWith("customer: failed NOT_ALLOWED") && failed.contains(first), failed);
            assertTrue(failed.contains(" (ends the database), with sluice ctl quarantine"), failed);
            assertEquals("customer: rows [{NAME=n2}]", results.lines.get(1));
            assertTrue(results.lines.get(2).startsWith("note: failed NOT_ALLOWED"), results.lines.get(2));
            Awaitility.await().until(() -> operated.ctl("release", first).code() == 1);
            assertEquals(1, operated.ctl("quarantine", after(first, 1)).code());
        }
    }

    @Test
    void shouldAnswerAllThatWaitsAndEndWhenItDrains() throws Exception {
        try (Operated operated = new Operated(directory, "")) {
            for (long i = 0; i < 500; i++) {
                operated.client.requests().executeUpdate("note", i, i);
            }
            final Said drain = operated.ctl("drain", "--for", "10m");
            assertEquals(0, drain.code(), drain.text());
            Awaitility.await().atMost(PATIENCE).until(() -> !operated.gateway.alive());
            assertEquals(500, operated.gateway.counts().written());
        }
    }

    @Test
    void shouldGoOnWhenADrainIsTakenBackAndEndWhenItIsStopped() throws Exception {
        try (Operated operated = new Operated(directory, "chunk: {linger: 10s}")) {
            operated.client.requests().lookup("customer", 1L); // lingers, so that there is something to drain
            Awaitility.await().until(() -> operated.gateway.counts().turnNanos().isPresent());
            assertEquals(0, operated.ctl("drain").code());
            final String drains = operated.ctl("orders").text();
            assertTrue(drains.startsWith("draining since ") && drains.contains("sluice ctl resume"), drains);
            assertEquals(1, operated.ctl("resume", "--lane", "9").code());
            assertEquals(drains, operated.ctl("orders").text());
            assertEquals(new Said(0, "it does not drain any more, and goes on"), operated.ctl("resume"));
            assertEquals("nothing is ordered", operated.ctl("orders").text());
            operated.client.awaitAll(new Collected(), PATIENCE);
            assertTrue(operated.gateway.alive());

            assertEquals(0, operated.ctl("stop").code());
            Awaitility.await().atMost(PATIENCE).until(() -> !operated.gateway.alive());
        }
    }

    @Test
    void shouldPauseOneLaneOrAllAndWantToKnowOfWhichARequestIs() throws Exception {
        try (Operated operated = new Operated(directory, 2, "")) {
            assertEquals(0, operated.ctl("pause", "--lane", "1").code());
            assertTrue(operated.ctl("orders").text().startsWith("lane 1: paused since "));
            operated.client.requests().lookup("customer", 1L); // of lane 0
            operated.client.awaitAll(new Collected(), PATIENCE);
            final String ready =
                    MetricsPage.get(operated.uri(), "/health/ready").body();
            assertTrue(ready.contains("lane 1: paused since ") && !ready.contains("lane 0"), ready);
            assertEquals(
                    new Said(1, "there is no lane 2 here: it serves lane 0, lane 1"),
                    operated.ctl("pause", "--lane", "2"));
            assertEquals(
                    new Said(1, "say of which lane: it serves lane 0, lane 1"), operated.ctl("quarantine", "20412:17"));

            assertEquals(0, operated.ctl("pause").code());
            assertEquals(2, operated.ctl("orders").text().lines().count());
            assertEquals(0, operated.ctl("resume").code());
            assertEquals("nothing is ordered", operated.ctl("orders").text());
        }
    }

    @Test
    void shouldSayWhatEveryThreadDoesAndWhyTheLevelOfATextLogStays() throws Exception {
        try (Operated operated = new Operated(directory, "")) {
            final Said threads = operated.ctl("threads");
            assertTrue(threads.text().contains("\"control\"") && threads.text().contains("ThreadDump"), threads.text());
            final Said level = operated.ctl("level", "debug");
            assertEquals(1, level.code());
            assertTrue(level.text().contains("start with --log-level debug"), level.text());
        }
    }

    @Test
    void shouldTellByItsExitCodeWhatWentWrong() throws Exception {
        final int port;
        try (Operated operated = new Operated(directory, "")) {
            port = operated.uri().getPort();
            final Path wrong = Files.writeString(directory.resolve("wrong"), Operated.TOKEN + "x");
            final String url = "http://127.0.0.1:" + port;
            final Said refused = Operated.said("ctl", "pause", "--url", url, "--token-file", wrong.toString());
            assertEquals(1, refused.code());
            assertTrue(refused.text().contains("knows another token"), refused.text());
            assertEquals(2, Operated.said("ctl", "pause", "--url", url).code());
            final Path twoLines = Files.writeString(directory.resolve("two-lines"), "geheim\nimnis");
            final Said noToken = Operated.said("ctl", "pause", "--url", url, "--token-file", twoLines.toString());
            assertEquals(2, noToken.code());
            assertTrue(noToken.text().contains("holds no token"), noToken.text());
            assertFalse(noToken.text().contains("geheim"), noToken.text());
            final String user = url.replace("//", "//operator:" + Operated.TOKEN + "@");
            assertEquals(new Said(0, "nothing is ordered"), Operated.said("ctl", "orders", "--url", user));
            final Said wrongUser = Operated.said("ctl", "orders", "--url", user.replace("@", "x@"));
            assertEquals(1, wrongUser.code());
            assertFalse(wrongUser.text().contains(Operated.TOKEN), wrongUser.text());
            assertEquals(
                    2,
                    Operated.said("ctl", "pause", "--url", "here", "--token-file", wrong.toString())
                            .code());
            assertEquals(2, Operated.said("ctl", "puase").code());
        }
        final Said nobody = Operated.said(
                "ctl",
                "pause",
                "--url",
                "http://127.0.0.1:" + port,
                "--token-file",
                directory.resolve("token").toString());
        assertEquals(3, nobody.code());
        assertTrue(nobody.text().startsWith("no gateway at "), nobody.text());
    }

    /** The position of the request that holds up the others. */
    private static String heldAt(Operated operated) {
        final Pattern place = Pattern.compile("request (\\d+:\\d+) holds up");
        return Awaitility.await()
                .until(
                        () -> place.matcher(operated.ctl("orders").text())
                                .results()
                                .map(found -> found.group(1))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private static String after(String position, int requests) {
        final Position first = Position.parse(position);
        return new Position(first.cycle(), first.sequence() + requests).toString();
    }
}
