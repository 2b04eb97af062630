package dev.sluice.service.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.service.check.DeclaredTables.TableUse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableUseTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT a FROM Customer WHERE id = ?                                        | [customer] []",
                "SELECT 1                                                                   | [] []",
                "SELECT c.a FROM crm.customer c JOIN address ON c.id = address.id           | [address, crm.customer] []",
                "SELECT a FROM \"T\" WHERE id IN (SELECT id FROM u WHERE k = ?)             | [t, u] []",
                "WITH x AS (SELECT * FROM t) SELECT * FROM x JOIN u ON u.id = x.id          | [t, u] []",
                "UPDATE contract SET a = ? WHERE id = ?                                     | [] [contract]",
                "UPDATE t SET a = (SELECT max(a) FROM u) WHERE id = ?                       | [u] [t]",
                "INSERT INTO t SELECT * FROM u                                              | [u] [t]",
                "INSERT INTO t (a, b) VALUES (?, ?) ON CONFLICT (a) DO UPDATE SET b = 1     | [] [t]",
                "DELETE FROM t WHERE id IN (SELECT id FROM u)                               | [u] [t]",
                "MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN UPDATE SET t.a = u.a | [u] [t]",
                "WITH d AS (DELETE FROM t WHERE id = ? RETURNING a) SELECT a FROM d         | [] [t]",
                "SELECT a::text FROM t WHERE d > now() - interval '1 day' FOR UPDATE        | [t] []",
            })
    void shouldSeeTheTablesThatAStatementReadsAndWrites(String sql, String tables) throws Exception {
        final TableUse use = TableUse.of(sql);

        assertEquals(tables, use.reads() + " " + use.writes());
    }

    @Test
    void shouldSayThatItCannotTellWhenTheParserDoesNotKnowTheText() {
        assertThrows(TableUse.UnreadableException.class, () -> TableUse.of("FROBNICATE t WITH u"));
    }
}
