package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.api.Lookup;
import dev.sluice.api.NotFoundException;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.Update;
import dev.sluice.client.Futures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Futures and a declared client against a gateway with a database. */
class DeclaredClientTest {

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("""
                    lookups:
                      customer: {sql: 'SELECT id, last_name FROM customer WHERE id = ?', types: [long]}
                      named: {sql: 'SELECT id, last_name FROM customer WHERE last_name = ?', types: [text]}
                    statements:
                      add-customer: {sql: 'INSERT INTO customer (id, last_name) VALUES (?, ?)', types: [long, text]}
                    """)
            .having("CREATE TABLE customer (id BIGINT PRIMARY KEY, last_name VARCHAR(40) NOT NULL)");

    record Customer(long id, String lastName) {}

    interface Customers {
        Customer customer(long id);

        @Lookup("customer")
        Optional<Customer> find(long id);

        @Lookup("customer")
        CompletableFuture<Customer> later(long id);

        @Lookup("named")
        List<Customer> allNamed(String name);

        @Update("add-customer")
        int add(long id, String name);

        @Lookup("removed-from-the-configuration")
        Optional<Customer> unknown(long id);
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldAskADatabaseThroughAJobsOwnInterface() throws Exception {
        served.start();
        try (Futures futures = served.client().futures(Runnable::run)) {
            final Customers customers = futures.declare(Customers.class);
            assertEquals(1, customers.add(1, "Ahrens"));
            assertEquals(1, customers.add(2, "Brandt"));
            assertEquals(new Customer(1, "Ahrens"), customers.customer(1));
            assertEquals(Optional.empty(), customers.find(7));
            assertThrows(NotFoundException.class, () -> customers.customer(7));
            assertEquals(List.of(new Customer(2, "Brandt")), customers.allNamed("Brandt"));

            final List<CompletableFuture<Customer>> later = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                later.add(customers.later(1 + i % 2));
            }
            for (int i = 0; i < 1_000; i++) {
                assertEquals(1 + i % 2, later.get(i).join().id());
            }

            final var twice = assertThrows(RequestFailedException.class, () -> customers.add(1, "Clausen"));
            assertEquals(FailureKind.REJECTED, twice.kind());
            assertEquals("23505", twice.code());
            final var unknown = assertThrows(RequestFailedException.class, () -> customers.unknown(1));
            assertEquals(FailureKind.INVALID, unknown.kind());
            assertTrue(unknown.getMessage().contains("'removed-from-the-configuration' at "), unknown.getMessage());
        }
    }
}
