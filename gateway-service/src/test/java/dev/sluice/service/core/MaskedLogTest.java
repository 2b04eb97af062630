package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class MaskedLogTest {

    private static final String SECRET = "canary-4711";
    private static final UnaryOperator<String> MASK = text -> text.replace(SECRET, "***");

    private final Logger log = MaskedLog.of(MaskedLogTest.class);

    @BeforeEach
    void mask() {
        MaskedLog.mask(MASK);
    }

    @AfterEach
    void unmask() {
        MaskedLog.unmask(MASK);
    }

    @Test
    void shouldMaskSecretsInLinesAndStackTraces() {
        final Exception error =
                new IllegalStateException("refused " + SECRET, new IllegalArgumentException("wrong " + SECRET));
        final List<String> lines = CapturedLog.of(() -> log.error("{}: {}", "main", SECRET, error));
        final String all = String.join("\n", lines);
        assertFalse(all.contains(SECRET), all);
        assertTrue(lines.get(0).endsWith("main: ***"), all);
        assertEquals("java.lang.IllegalStateException: refused ***", lines.get(1));
        assertTrue(lines.get(2).contains("MaskedLogTest.should"), all);
        assertTrue(lines.contains("Caused by: java.lang.IllegalArgumentException: wrong ***"), all);
    }

    @Test
    void shouldLogAnErrorWithoutSecretsAsItIs() {
        final Exception error = new IllegalStateException("refused", new IllegalArgumentException("wrong"));
        assertSame(error, MaskedLog.masked(error));
    }
}
