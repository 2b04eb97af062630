package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class QuoteTest {

    @Test
    void shouldPutEverythingInOneLineWithoutControlCharacters() {
        assertEquals("one two three", Quote.of("\r\n one\n\ttwo \u0000\u001b three\n"));
    }

    @Test
    void shouldShowTheBeginningOfWhatIsLong() {
        assertEquals("x".repeat(200) + "…", Quote.of("x".repeat(201)));
        assertEquals("x".repeat(200), Quote.of("x".repeat(200)));
        assertTrue(Quote.of(" ".repeat(100_000) + "x").length() < 10);
    }

    @Test
    void shouldShowBytesThatAreNoText() {
        assertEquals("größer 🙂", Quote.of("größer 🙂".getBytes(StandardCharsets.UTF_8)));
        assertEquals("a\ufffdb", Quote.of(new byte[] {'a', (byte) 0xff, 'b'}));
        assertEquals("a b", Quote.of("a\ud83db"));
    }
}
