package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.jdbc.BrokenDriver;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A call that is neither answered nor an outage: something fails in the gateway itself, and ends it. */
class FailingCallTest {

    private static final int REQUESTS = 20;

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("""
                    limits: {quarantineAfter: 2}
                    lookups:
                      number: {sql: 'VALUES (CAST(? AS BIGINT))', types: [long], reads: []}
                    """)
            .at(BrokenDriver.url("jdbc:hsqldb:mem:failing"), "SA")
            .database("updates: at-least-once");

    @Test
    void shouldFailOnlyTheRequestWhoseCallFailsEachTimeItIsMadeAlone() {
        for (long i = 0; i < REQUESTS; i++) {
            served.client().requests().lookup("number", i);
        }
        for (int end = 0; end <= 2; end++) {
            endByItself();
        }
        final RunningGateway last = served.start();
        check(served.results());
        assertEquals(1, last.counts().quarantined());
    }

    private void endByItself() {
        final RunningGateway gateway = served.start();
        Awaitility.await().until(() -> !gateway.alive());
        final AssertionError failure = assertThrows(AssertionError.class, served::stop);
        assertTrue(failure.getCause().getMessage().contains("a worker of main failed"), failure.getCause()::toString);
    }

    private static void check(List<String> results) {
        assertEquals(REQUESTS, results.size());
        for (int i = 0; i < REQUESTS; i++) {
            if (i == BrokenDriver.POISON) {
                assertTrue(results.get(i).startsWith("number: failed INTERNAL  'number', request "), results.get(i));
            } else {
                assertEquals("number: rows [{C1=" + i + "}]", results.get(i));
            }
        }
    }
}
