package dev.sluice.jdbc.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SqlTextsTest {

    @Test
    void shouldReadEachTextByItselfWhenThereAreMoreThanItKeeps() {
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < 3_000; i++) {
                assertTrue(SqlTexts.isQuery("SELECT " + i + " FROM t WHERE a = ? AND b = '?'"));
                assertEquals(1, SqlTexts.parameters("SELECT " + i + " FROM t WHERE a = ? AND b = '?'"));
                assertFalse(SqlTexts.isQuery("UPDATE t SET a = ?, b = ? WHERE id = " + i));
                assertEquals(2, SqlTexts.parameters("UPDATE t SET a = ?, b = ? WHERE id = " + i));
            }
        }
    }

    @Test
    void shouldReadATextWhenItIsTooLongToBeKept() {
        final String sql = "WITH a AS (SELECT ?) SELECT " + "?, ".repeat(1_000) + "? FROM a";

        assertEquals(1_002, SqlTexts.parameters(sql));
        assertTrue(SqlTexts.isQuery(sql));
    }
}
