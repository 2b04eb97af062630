package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.function.Consumer;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.Wire;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bad input gets one failed result, in its place; what is around it is answered as if it were not there. */
class BadInputTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Set if anybody ever makes an instance of this because a message says so. */
    private static volatile boolean instantiated;

    /** What a hostile message names. */
    public static final class Hostile {
        public Hostile() {
            instantiated = true;
        }
    }

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("""
                    limits: {requestBytes: 1MB, resultRows: 2, resultBytes: 1KB}
                    lookups:
                      customer: {sql: 'SELECT name FROM customer WHERE id = ?', types: [long], reads: [customer]}
                      divide:
                        sql: SELECT 100 / CAST(? AS BIGINT) AS r FROM customer WHERE id = 1
                        types: [long]
                        reads: [customer]
                      everything: {sql: 'SELECT name FROM customer WHERE id < ?', types: [long], reads: [customer]}
                      long-text:
                        sql: SELECT REPEAT('x', CAST(? AS INTEGER)) FROM customer WHERE id = 1
                        types: [long]
                        reads: [customer]
                    statements:
                      add: {sql: 'INSERT INTO customer VALUES (?, ?)', types: [long, text], writes: [customer]}
                    """)
            .having(
                    "CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(40))",
                    "INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bob'), (3, 'Cy')");

    private Requests requests;

    @BeforeEach
    void start() {
        served.start();
        requests = served.client().requests();
    }

    @Test
    void shouldFailALookupThatNobodyDeclared() {
        assertFailsAlone(requests -> requests.lookup("custmer", 1L), "custmer: failed INVALID", "custmer", "customer");
    }

    @Test
    void shouldFailALookupWhoseNameIsCutInTheMiddleOfACharacter() {
        assertFailsAlone(requests -> requests.lookup("x".repeat(99) + "🙂🙂", 1L), "failed INVALID");
    }

    @Test
    void shouldFailALookupWithTooManyArguments() {
        assertFailsAlone(
                requests -> requests.lookup("customer", 1L, 2L), "customer: failed INVALID", "takes 1 argument");
    }

    @Test
    void shouldFailALookupWithAnotherTypeThanDeclared() {
        assertFailsAlone(requests -> requests.lookup("customer", "one"), "customer: failed INVALID", "long");
    }

    @Test
    void shouldFailAStatementThatTheDatabaseRefuses() {
        assertFailsAlone(requests -> requests.executeUpdate("add", 1L, "twice"), "add: failed REJECTED 23505");
    }

    @Test
    void shouldFailADivisionByZeroAloneAlthoughItSharesACall() {
        assertFailsAlone(requests -> requests.lookup("divide", 0L), "divide: failed REJECTED 22012");
    }

    @Test
    void shouldFailAdHocSqlWhereItIsNotAllowed() {
        assertFailsAlone(requests -> requests.executeQuery("SELECT 1 FROM customer"), "failed NOT_ALLOWED", "adHoc");
    }

    @Test
    void shouldFailAQueryByTheNameOfAnUpdate() {
        assertFailsAlone(requests -> requests.executeQuery("add", 5L, "x"), "add: failed", "executeUpdate");
    }

    @Test
    void shouldFailAResultWithTooManyRows() {
        assertFailsAlone(requests -> requests.lookup("everything", 7L), "everything: failed TOO_LARGE", "rows");
    }

    @Test
    void shouldFailAResultWithTooManyBytes() {
        assertFailsAlone(requests -> requests.lookup("long-text", 2000L), "long-text: failed TOO_LARGE", "bytes");
    }

    @Test
    void shouldFailARequestThatIsLargerThanTheGatewayTakes() {
        try (GatewayClient client =
                GatewayClient.builder(served.queues()).requestLimit(2 << 20).open()) {
            client.requests().lookup("customer", "x".repeat(3 << 19));
            client.requests().lookup("customer", 1L);
            final Collected results = new Collected();
            client.awaitAll(results, PATIENCE);
            assertTrue(results.lines.get(0).contains("failed TOO_LARGE"), results.lines.get(0));
            assertEquals("customer: rows [{NAME=Ada}]", results.lines.get(1));
        }
    }

    @Test
    void shouldFailAMethodThatDoesNotExist() {
        assertFailsAlone(
                requests -> raw(wire -> wire.writeEventName("dropEverything").bytes(new byte[] {1})), "dropEverything");
    }

    @Test
    void shouldFailAMessageOfAnotherShape() {
        assertFailsAlone(requests -> raw(wire -> wire.writeEventName("lookup").text("customer")), "failed INVALID");
    }

    @Test
    void shouldFailBytesThatAreNoRequest() {
        assertFailsAlone(
                requests -> raw(wire -> wire.writeEventName("lookup").bytes(new byte[] {1, 0, 3, 4, 5, 6, 7, 8, 9})),
                "failed INVALID",
                "checksum");
    }

    @Test
    void shouldLoadNoClassBecauseAMessageNamesIt() {
        assertFailsAlone(
                requests -> raw(wire ->
                        wire.writeEventName("lookup").typePrefix(Hostile.class).text("")),
                "failed INVALID");
        assertFalse(instantiated);
    }

    @Test
    void shouldRefuseAnUnsupportedTypeWhereItIsPassedIn() {
        assertRefused("argument 2", 1L, new Date());
        assertEquals(0, served.client().written());
    }

    @Test
    void shouldRefuseARequestThatIsTooLargeWhereItIsPassedIn() {
        assertRefused("limit", "x".repeat(2 << 20));
        requests.lookup("customer", 1L);
        assertEquals(List.of("customer: rows [{NAME=Ada}]"), served.results());
    }

    private void assertRefused(String why, Object... key) {
        final String message = assertThrows(IllegalArgumentException.class, () -> requests.lookup("customer", key))
                .getMessage();
        assertTrue(message.contains("customer") && message.contains(why), message);
    }

    /** Sends a bad request between good ones, and expects one failure in its place. */
    private void assertFailsAlone(Consumer<Requests> bad, String... expected) {
        requests.lookup("customer", 1L);
        requests.lookup("divide", 4L);
        bad.accept(requests);
        requests.lookup("divide", 5L);
        requests.executeUpdate("add", 9L, "new");
        requests.lookup("customer", 9L);
        final List<String> results = served.allResults(6);
        final String failure = results.remove(2);
        for (final String part : expected) {
            assertTrue(failure.contains(part), failure);
        }
        assertEquals(
                "[customer: rows [{NAME=Ada}], divide: rows [{R=25}], divide: rows [{R=20}], add: updated 1,"
                        + " customer: rows [{NAME=new}]]",
                results.toString());
    }

    private void raw(Consumer<Wire> event) {
        try (ChronicleQueue input =
                        ChronicleQueue.single(served.queues().resolve("in").toString());
                ExcerptAppender appender = input.createAppender();
                DocumentContext document = appender.writingDocument()) {
            event.accept(document.wire());
        }
    }
}
