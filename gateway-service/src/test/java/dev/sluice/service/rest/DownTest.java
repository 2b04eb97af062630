package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A service that is not there: requests are held, and nothing else changes. */
class DownTest {

    @RegisterExtension
    private final TestService crm = new TestService();

    @Test
    void shouldStartWhileTheServiceIsDownAndAnswerWhenItIsBack() throws IOException {
        final RawServer server = crm.stopped(TestService.GOOD);
        final RestGateway gateway = crm.gateway();
        gateway.lookup("customer", 1L).send("orders", 2L).lookup("customer", -3L);
        while (gateway.trips() < 20) {
            gateway.turn();
            assertEquals(0, gateway.answered());
        }
        server.start();
        assertEquals(List.of("[{name=name1}]", "reply [{name=name2}]", "not found"), gateway.texts());
        final List<String> away = crm.said("crm is away");
        assertEquals(1, away.size(), crm.said()::toString);
        assertTrue(away.get(0).contains("no connection: ConnectException"), away.get(0));
    }

    @Test
    void shouldNotSayThatAServiceIsBackWhenItGivesNoRightAnswer() throws IOException {
        final RawServer server = crm.stopped(Fault.FAILED);
        final RestGateway gateway = crm.gateway().lookup("customer", 1L);
        gateway.turnUntil(() -> gateway.trips() >= 5);
        server.start();
        gateway.turnUntil(() -> server.requests() >= 20);
        crm.assertNotSaid("is back after");
        assertEquals(0, gateway.answered());
    }

    @Test
    void shouldLoseAndReorderNothingWhenTheServiceGoesAwayAndComesBack() throws IOException {
        final RestGateway gateway = crm.answers(TestService.GOOD).gateway();
        final List<String> expected = new ArrayList<>();
        for (long i = 0; i < 3_000; i++) {
            if (i % 10 == 9) {
                gateway.send("orders", i);
            } else {
                gateway.lookup("customer", i);
            }
            expected.add((i % 10 == 9 ? "reply " : "") + RestGateway.name(i));
        }
        for (int stops = 1; stops <= 3; stops++) {
            final int answered = stops * 500;
            gateway.turnUntil(() -> gateway.answered() >= answered);
            crm.server().stop();
            final long trips = gateway.trips();
            gateway.turnUntil(() -> gateway.trips() >= trips + 5);
            crm.server().start();
        }
        assertEquals(expected, gateway.texts());
    }

    @Test
    void shouldNameAHostThatNobodyKnows() {
        final RestGateway gateway = crm.at("http://nowhere.invalid").gateway().lookup("customer", 1L);
        gateway.turnUntil(() -> crm.says("crm is away"));
        crm.assertSays("unknown host 'nowhere.invalid'");
    }

    @Test
    void shouldGiveUpACallThatIsUnderWayWhenItIsClosed() throws InterruptedException {
        final CountDownLatch ended = new CountDownLatch(1);
        final RestGateway gateway = crm.answers((request, connection) -> {
                    connection.awaitEnd();
                    ended.countDown();
                    return false;
                })
                .gateway()
                .lookup("customer", 1L);
        gateway.turnUntil(() -> crm.requests() > 0);
        gateway.close();
        assertTrue(ended.await(30, TimeUnit.SECONDS), "its connection is open");
    }

    @Test
    void shouldEndTheConnectionWhenTheCallTookTooLong() throws InterruptedException {
        final CountDownLatch ended = new CountDownLatch(1);
        final RestGateway gateway = crm.answers((request, connection) -> {
                    connection.write(Http.head(200, Items.JSON_TYPE + "Content-Length: 1000\r\n"));
                    connection.awaitEnd();
                    ended.countDown();
                    return false;
                })
                .gateway(crm.settings().timeouts("100ms", "100ms"))
                .lookup("customer", 1L);
        gateway.turnUntil(() -> gateway.trips() >= 2);
        assertTrue(ended.await(30, TimeUnit.SECONDS), "its connection is open");
    }

    @Test
    void shouldKeepConnections() {
        crm.answers(TestService.GOOD)
                .gateway(crm.settings().chunk(10, 2))
                .customers(1_000)
                .results();
        assertEquals(100, crm.requests());
        assertTrue(crm.server().connections() <= 2, crm.server().connections() + " connections");
    }
}
