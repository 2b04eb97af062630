package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that have no columns, as PostgreSQL gives them, on their way through the queues and the tools. */
class NoColumnsTest {

    private static final String DECLARED = """
            lookups:
              there: {database: main, sql: 'SELECT FROM t WHERE id = ?', types: [long], reads: [t]}
            statements:
              below: {database: main, sql: 'SELECT FROM t WHERE id < ?', types: [long], reads: [t]}
            """;

    @TempDir
    private Path directory;

    private ServedDatabase database;
    private List<String> results;

    @BeforeEach
    void askForNoColumns() throws Exception {
        database = ServedDatabase.make(ServedDatabase.Kind.POSTGRESQL, directory, 3);
        database.declare("", DECLARED);
        try (GatewayClient client = GatewayClient.builder(database.queues())
                .options(ServedDatabase.OPTIONS)
                .open()) {
            client.requests().lookup("there", 1L);
            client.requests().lookup("there", 7L);
            client.requests().executeQuery("below", 2L);
            client.requests().executeQuery("below", 0L);
        }
        results = database.run();
    }

    @Test
    void shouldComeToTheClientWhenAQueryHasNoColumns() {
        assertEquals(List.of("rows [{}]", "not found", "rows [{}, {}]", "rows []"), results);
    }

    @Test
    void shouldBeTakenByTheToolsWhenAQueryHasNoColumns() throws Exception {
        final Called verified = database.replay("verify");
        assertEquals(0, verified.code(), verified::toString);

        final Called shown = database.replay("show", "--last");
        assertEquals(0, shown.code(), shown::toString);

        for (final String format : List.of("text", "csv")) {
            final Called cat = database.replay("cat", "both", "--format", format);
            assertEquals(0, cat.code(), cat::toString);
        }
        final Called lines = database.replay("cat", "both", "--format", "json");
        assertTrue(lines.out().contains("\"rows\":[{},{}]"), lines::out);
        final Path file = Files.writeString(directory.resolve("lines"), lines.out());
        final Called compared = Called.line("diff " + file + " " + database.queues());
        assertEquals(0, compared.code(), compared::toString);
    }
}
