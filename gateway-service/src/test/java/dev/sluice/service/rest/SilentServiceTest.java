package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A service that takes a request and does not answer for long, and then does. */
class SilentServiceTest {

    @RegisterExtension
    private final TestService crm = new TestService();

    @Test
    void shouldSayThatItDoesNotAnswerAndThenThatItDoes() {
        final CountDownLatch answers = new CountDownLatch(1);
        crm.replies(request -> {
            answers.await();
            return Items.good(request);
        });
        final RestGateway gateway =
                crm.gateway(crm.settings().timeouts("4s", "20s")).lookup("customer", 1L);
        gateway.turnUntil(() -> crm.says("crm has not answered a call for 2"));
        answers.countDown();
        assertEquals("[{name=name1}]", gateway.texts().get(0));
        gateway.turnUntil(() -> crm.says("crm answers again after 2"));
        assertEquals(2, crm.said().size(), crm.said()::toString);
    }
}
