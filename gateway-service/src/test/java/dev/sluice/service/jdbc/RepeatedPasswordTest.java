package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database repeats what is secret of how it is reached, in what it says to a request: no result does. */
class RepeatedPasswordTest {

    private static final String PASSWORD = "canary-4711 pw";
    private static final String YAML = "databases: {main: {url: 'jdbc:h2:mem:repeated', user: SA, password: \""
            + PASSWORD + "\", adHoc: true, updates: at-least-once}}";

    @ParameterizedTest
    @ValueSource(strings = {"SELECT * FROM \"a%s\"", "SELECT CAST('%s' AS INT)", "UPDATE \"%s\" SET a = 1"})
    void shouldNotBeInAFailureWhenTheDatabaseSaysIt(String sql) {
        final String encoded =
                Base64.getEncoder().encodeToString(("SA:canary-4711 pw").getBytes(StandardCharsets.UTF_8));
        for (final String form : List.of(PASSWORD, encoded)) {
            try (JdbcGateway gateway = new JdbcGateway(YAML)) {
                final String text = sql.formatted(form);
                final String said = (text.startsWith("UPDATE") ? gateway.update(text) : gateway.query(text))
                        .results()
                        .get(0)
                        .failure()
                        .toString();
                assertTrue(said.contains("REJECTED") && said.contains("***"), said);
                assertFalse(said.contains("canary") || said.contains(encoded.substring(4)), said);
            }
        }
    }
}
