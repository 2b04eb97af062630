package dev.sluice.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Row;
import dev.sluice.client.Futures;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A gateway by its configuration, over databases in memory. */
class ConfiguredTest {

    @RegisterExtension
    static final SluiceExtension sluice = SluiceExtension.configured(Path.of("src/test/resources/gateway.yaml"))
            .schema("main", Path.of("src/test/resources/customers.sql"));

    @Test
    void shouldAnswerFromTheDatabaseInMemoryWhenAJobAsks() throws Exception {
        final Futures gateway = futures();
        assertEquals("Ada", gateway.lookup("customer", 1L).get().orElseThrow().getString("first_name"));
        assertEquals(1, gateway.update("rename", "Augusta", 1L).get());
        assertEquals("Augusta", firstName());
    }

    @Test
    void shouldHaveADatabaseOfItsOwnWhenAnotherTestChangedRows() throws Exception {
        futures().lookup("customer", 1L).get();
        assertEquals("Ada", firstName());
    }

    @Test
    void shouldWaitWhenTheDatabaseIsAway() throws Exception {
        final Futures gateway = futures();
        gateway.lookup("customer", 1L).get();
        sluice.outage();
        final CompletableFuture<Optional<Row>> answer = gateway.lookup("customer", 2L);
        assertThrows(TimeoutException.class, () -> answer.get(50, TimeUnit.MILLISECONDS));
        sluice.back();
        assertTrue(answer.get().isPresent());
    }

    @Test
    void shouldRefuseFaultsOfKeysWhenADatabaseAnswers() {
        assertThrows(IllegalStateException.class, () -> sluice.notFound("customer", 1L));
    }

    private static String firstName() throws SQLException {
        try (Connection connection = sluice.database("main").getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT first_name FROM customer WHERE id = 1")) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static Futures futures() {
        return sluice.client().futures(Runnable::run);
    }
}
