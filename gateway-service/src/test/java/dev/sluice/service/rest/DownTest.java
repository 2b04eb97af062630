package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A service that is not there: requests are held, and nothing else changes. */
class DownTest {

    private final CapturedLog log = new CapturedLog();

    private static final RawServer.Handler GOOD = (request, connection) -> {
        connection.write(Items.good(request));
        return true;
    };

    @AfterEach
    void printAgain() {
        log.close();
    }

    @Test
    void shouldStartWhileTheServiceIsDownAndAnswerWhenItIsBack() throws IOException {
        try (RawServer server = RawServer.stopped(GOOD);
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            gateway.lookup("customer", 1L).send("orders", 2L).lookup("customer", -3L);
            while (gateway.trips() < 20) {
                gateway.turn();
                assertEquals(0, gateway.answered());
            }
            server.start();
            assertEquals(List.of("[{name=name1}]", "reply [{name=name2}]", "not found"), gateway.texts());
            final List<String> away = log.lines().stream()
                    .filter(line -> line.contains("crm is away"))
                    .toList();
            assertEquals(1, away.size(), () -> log.lines().toString());
            assertTrue(away.get(0).contains("no connection: ConnectException"), away.get(0));
        }
    }

    @Test
    void shouldNotSayThatAServiceIsBackWhenItGivesNoRightAnswer() throws IOException {
        try (RawServer server = RawServer.stopped((request, connection) -> {
                    connection.write(Http.response(500, "", "no"));
                    return true;
                });
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            gateway.lookup("customer", 1L);
            while (gateway.trips() < 5) {
                gateway.turn();
            }
            server.start();
            while (server.requests() < 20) {
                gateway.turn();
            }
            assertTrue(
                    log.lines().stream().noneMatch(line -> line.contains("is back after")),
                    () -> log.lines().toString());
            assertEquals(0, gateway.answered());
        }
    }

    @Test
    void shouldLoseAndReorderNothingWhenTheServiceGoesAwayAndComesBack() throws IOException {
        try (RawServer server = RawServer.start(GOOD);
                RestGateway gateway = RestSettings.of(server.url()).open()) {
            final List<String> expected = new ArrayList<>();
            for (long i = 0; i < 3_000; i++) {
                if (i % 10 == 9) {
                    gateway.send("orders", i);
                } else {
                    gateway.lookup("customer", i);
                }
                expected.add((i % 10 == 9 ? "reply " : "") + "[{name=name" + i + "}]");
            }
            for (int stops = 1; stops <= 3; stops++) {
                while (gateway.answered() < stops * 500) {
                    gateway.turn();
                }
                server.stop();
                final long trips = gateway.trips();
                while (gateway.trips() < trips + 5) {
                    gateway.turn();
                }
                server.start();
            }
            assertEquals(expected, gateway.texts());
        }
    }

    @Test
    void shouldNameAHostThatNobodyKnows() throws IOException {
        try (RestGateway gateway = RestSettings.of("http://nowhere.invalid").open()) {
            gateway.lookup("customer", 1L);
            while (log.lines().stream().noneMatch(line -> line.contains("crm is away"))) {
                gateway.turn();
            }
            assertTrue(
                    log.lines().get(0).contains("unknown host 'nowhere.invalid'"),
                    log.lines().toString());
        }
    }

    @Test
    void shouldGiveUpACallThatIsUnderWayWhenItIsClosed() throws IOException, InterruptedException {
        final CountDownLatch ended = new CountDownLatch(1);
        try (RawServer server = RawServer.start((request, connection) -> {
            connection.awaitEnd();
            ended.countDown();
            return false;
        })) {
            try (RestGateway gateway = RestSettings.of(server.url()).open()) {
                gateway.lookup("customer", 1L);
                while (server.requests() == 0) {
                    gateway.turn();
                }
            }
            assertTrue(ended.await(30, TimeUnit.SECONDS), "its connection is open");
        }
    }

    @Test
    void shouldEndTheConnectionWhenTheCallTookTooLong() throws IOException, InterruptedException {
        final CountDownLatch ended = new CountDownLatch(1);
        try (RawServer server = RawServer.start((request, connection) -> {
                    connection.write(Http.head(200, Items.JSON_TYPE + "Content-Length: 1000\r\n"));
                    connection.awaitEnd();
                    ended.countDown();
                    return false;
                });
                RestGateway gateway = RestSettings.of(server.url())
                        .timeouts(Duration.ofSeconds(10), Duration.ofMillis(100))
                        .open()) {
            gateway.lookup("customer", 1L);
            while (gateway.trips() < 2) {
                gateway.turn();
            }
            assertTrue(ended.await(30, TimeUnit.SECONDS), "its connection is open");
        }
    }

    @Test
    void shouldKeepConnections() throws IOException {
        try (RawServer server = RawServer.start(GOOD);
                RestGateway gateway = RestSettings.of(server.url()).chunk(10, 2).open()) {
            for (long key = 0; key < 1_000; key++) {
                gateway.lookup("customer", key);
            }
            gateway.results();
            assertEquals(100, server.requests());
            assertTrue(server.connections() <= 2, server.connections() + " connections");
        }
    }
}
