package dev.sluice.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestFailedException;
import dev.sluice.api.Row;
import dev.sluice.client.Futures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Stubs and faults. */
class SluiceExtensionTest {

    private static final LocalDate DATE = LocalDate.of(2026, 11, 22);

    record Customer(String firstName, String lastName) {}

    @RegisterExtension
    static final SluiceExtension sluice = SluiceExtension.answering()
            .answer("customer", (Long id) -> id > 100 ? null : new Customer("Ada", "No. " + id))
            .answer("area", (String postcode) -> Map.of("NAME", postcode))
            .answer("broken", (Long id) -> {
                throw new IllegalStateException("no such thing");
            })
            .query("orders", (List<Object> arguments) -> List.of(new Customer("a", "b"), new Customer("c", "d")))
            .update("last-letter", arguments -> arguments.size())
            .endpoint("mail", (String payload) -> Map.of("ID", payload.length()));

    @Test
    void shouldAnswerByStubsWhenAJobAsks() throws Exception {
        final Futures gateway = futures();
        assertEquals(
                Optional.of(new Customer("Ada", "No. 17")),
                gateway.lookup(Customer.class, "customer", 17L).get());
        assertEquals(Optional.empty(), gateway.lookup("customer", 4711L).get());
        assertEquals(
                List.of(new Customer("a", "b"), new Customer("c", "d")),
                gateway.query(Customer.class, "orders", 1L, 2L).get());
        assertEquals(2, gateway.update("last-letter", DATE, 17L).get());
        assertEquals(
                5L,
                gateway.send("mail", "hello")
                        .get()
                        .map(row -> row.getLong("id"))
                        .orElseThrow());
        assertEquals(List.of(List.of(17L), List.of(4711L)), sluice.asked("customer"));
        assertEquals(List.of(List.of(DATE, 17L)), sluice.asked("last-letter"));
    }

    @Test
    void shouldTakeTheStubOfTheTestWhenItSetsOne() throws Exception {
        sluice.answer("customer", (Long id) -> new Customer("Grace", "Hopper"));
        assertEquals(Optional.of("Grace"), firstName(4711));
    }

    @Test
    void shouldFailARequestWhenItsStubThrows() {
        final var e = assertThrows(
                ExecutionException.class, () -> futures().lookup("broken", 1L).get());
        assertTrue(e.getMessage().contains("'broken' failed for [1]: no such thing"), e.getMessage());
    }

    @Test
    void shouldFailARequestWhenNothingAnswersItsName() {
        final var e = assertThrows(
                ExecutionException.class, () -> futures().lookup("costumer", 1L).get());
        assertTrue(e.getMessage().contains("area, broken, customer"), e.getMessage());
    }

    @Test
    void shouldComeToTheFaultWhenTheTestOrdersOne() throws Exception {
        sluice.notFound("customer", 17L);
        sluice.failing("last-letter", DATE, 17L);
        final Futures gateway = futures();
        assertEquals(Optional.empty(), gateway.lookup("customer", 17L).get());
        assertTrue(gateway.lookup("customer", 18L).get().isPresent());
        final var e = assertThrows(
                ExecutionException.class,
                () -> gateway.update("last-letter", DATE, 17L).get());
        assertTrue(e.getCause() instanceof RequestFailedException, e.toString());
        assertEquals(1, gateway.update("last-letter", 18L).get());
    }

    @Test
    void shouldWaitWhenEverythingIsAway() throws Exception {
        sluice.outage();
        final CompletableFuture<Optional<Row>> answer = futures().lookup("customer", 17L);
        assertThrows(TimeoutException.class, () -> answer.get(20, TimeUnit.MILLISECONDS));
        sluice.back();
        assertTrue(answer.get().isPresent());
    }

    @Test
    void shouldSayWhatTheJobWroteWhenItEndsBeforeItIsKilled() {
        final var e = assertThrows(AssertionError.class, () -> sluice.killAfter(30, TenCustomers.class, "0"));
        assertTrue(e.getMessage().contains("ended with status 1"), e.getMessage());
        assertTrue(e.getMessage().contains("ArrayIndexOutOfBoundsException"), e.getMessage());
    }

    @Test
    void shouldLetTheJobGoOnWhenItWasKilled() throws Exception {
        final Path file = sluice.directory().resolve("customers.txt");
        final String[] arguments = {sluice.queues().toString(), file.toString()};
        sluice.killAfter(7, TenCustomers.class, arguments);
        TenCustomers.main(arguments);
        assertEquals(10, Files.readAllLines(file).size());
        assertEquals(10, sluice.asked("customer").size(), "what was answered before is not asked again");
    }

    @Test
    void shouldRefuseWhatOnlyAConfigurationHasWhenStubsAnswer() {
        assertThrows(IllegalStateException.class, () -> sluice.database("main"));
    }

    @Test
    void shouldLeaveNoFileWhenTheTestIsOver() throws Exception {
        final SluiceExtension other = SluiceExtension.answering().answer("customer", id -> Map.of("id", id));
        other.beforeEach(null);
        final Path directory = other.directory();
        assertEquals(
                1,
                other.client()
                        .futures(Runnable::run)
                        .lookupAll("customer", 1L)
                        .get()
                        .size());
        other.afterEach(null);
        assertTrue(Files.notExists(directory));
    }

    @Test
    void shouldNameTheMistakeWhenTheConfigurationIsWrong() {
        final SluiceExtension other = SluiceExtension.configured(Path.of("pom.xml"));
        assertThrows(RuntimeException.class, () -> other.beforeEach(null));
    }

    private static Optional<String> firstName(long id) throws Exception {
        return futures().lookup(Customer.class, "customer", id).get().map(Customer::firstName);
    }

    private static Futures futures() {
        return sluice.client().futures(Runnable::run);
    }
}
