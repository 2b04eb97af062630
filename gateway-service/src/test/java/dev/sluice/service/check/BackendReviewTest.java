package dev.sluice.service.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.service.config.yaml.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only the code of a backend knows is reported in the place where it stands. */
class BackendReviewTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{sql: DELETE FROM t}              | 5:12 lookups.a.sql: a lookup only reads; declare SQL that writes under"
                        + " statements",
                "{sql: SELECT 1; SELECT 2}         | 5:12 lookups.a.sql: There are several statements in the text",
                "{sql: 'SELECT ? + ?', types: []}  | 5:35 lookups.a.types: the statement has 2 parameters, but types has 0",
                "{sql: 'SELECT ?', types: [lnog]}  | 5:32 lookups.a.types[0]: expected one of boolean,",
                "{service: crm, request: {body: '[{1}'}} | 5:37 lookups.a.request.body: not JSON:",
                "{service: crm, request: {body: '[{1}', limit: 0}} | 5:52 lookups.a.request.limit: expected",
            })
    void shouldReportItInItsPlaceWhenADeclarationCannotBeOne(String lookup, String problem) throws Exception {
        final Path file = Files.writeString(directory.resolve("gateway.yaml"), """
                databases: {main: {url: 'jdbc:hsqldb:mem:review'}}
                services: {crm: {url: 'http://localhost'}}
                lookups:
                  b: {sql: SELECT 1}
                  a: %s
                """.formatted(lookup));

        final ConfigException refused = assertThrows(ConfigException.class, () -> BackendReview.load(file));

        final String said = refused.problems().get(0).toString();
        assertEquals(problem.strip(), said.substring(0, Math.min(problem.length(), said.length())));
        assertEquals(1, refused.problems().size(), refused::getMessage);
    }

    @Test
    void shouldReportStatementsAndEndpointsTooWhenTheyCannotBeOnes() throws Exception {
        final Path file = Files.writeString(directory.resolve("gateway.yaml"), """
                databases: {main: {url: 'jdbc:hsqldb:mem:review'}}
                services: {crm: {url: 'http://localhost'}}
                statements:
                  s: {sql: COMMIT}
                endpoints:
                  e: {service: crm, request: {body: '[{payload}'}}
                """);

        final ConfigException refused = assertThrows(ConfigException.class, () -> BackendReview.load(file));

        assertEquals(
                "[4:12 statements.s.sql, 6:37 endpoints.e.request.body]",
                refused.problems().stream()
                        .map(problem -> problem.line() + ":" + problem.column() + " " + problem.path())
                        .toList()
                        .toString(),
                refused::getMessage);
    }
}
