package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sluice.service.rest.template.Json;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class JsonTest {

    private static final List<String> PIECES = List.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"a\"",
            "\"a\":",
            "\"b\":1",
            "\"\\ud800\"",
            "\"\\x\"",
            "1",
            "-0",
            "01",
            "1.50",
            "1e5",
            "1e99999999999",
            "1e-99999999999",
            "9".repeat(1_001),
            "0." + "1".repeat(1_001),
            "true",
            "null",
            "nul",
            "NaN",
            " ",
            "\n",
            "\u0000",
            "\uFEFF",
            "/**/",
            "'a'",
            "\"ä\"",
            "\"\t\"",
            "\"",
            "\\");

    @RepeatedTest(20)
    void shouldRefuseATextWhenItCannotBeParsed() {
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        int documents = 0;
        for (int i = 0; i < 2_000; i++) {
            final String text = text(random);
            final String parsed = refusal(() -> Json.parse(text));
            assertEquals(parsed, refusal(() -> Json.check(text)), () -> "seed " + seed + ": " + text);
            documents += parsed.isEmpty() ? 1 : 0;
        }
        assertTrue(documents > 100, documents + " documents with seed " + seed);
    }

    @Test
    void shouldRefuseADocumentWhenItIsTooDeep() {
        for (final int depth : new int[] {199, 200, 201}) {
            final String text = "[".repeat(depth) + "]".repeat(depth);
            assertEquals(refusal(() -> Json.parse(text)), refusal(() -> Json.check(text)));
        }
    }

    /** Half of them are documents, some of those with something more or less in one place. */
    private static String text(Random random) {
        final StringBuilder text = new StringBuilder();
        if (random.nextBoolean()) {
            for (int i = random.nextInt(8); i >= 0; i--) {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            return text.toString();
        }
        value(random, text, 3);
        if (random.nextInt(3) == 0) {
            text.insert(random.nextInt(text.length() + 1), PIECES.get(random.nextInt(PIECES.size())));
        } else if (random.nextInt(3) == 0) {
            text.deleteCharAt(random.nextInt(text.length()));
        }
        return text.toString();
    }

    private static void value(Random random, StringBuilder text, int depth) {
        final int fields = random.nextInt(4);
        switch (depth == 0 ? 2 + random.nextInt(4) : random.nextInt(6)) {
            case 0 -> {
                text.append('{');
                for (int i = 0; i < fields; i++) {
                    // Now and then a name stands twice.
                    text.append(i == 0 ? "" : ",")
                            .append("\"n")
                            .append(random.nextInt(12))
                            .append("\":");
                    value(random, text, depth - 1);
                }
                text.append('}');
            }
            case 1 -> {
                text.append('[');
                for (int i = 0; i < fields; i++) {
                    text.append(i == 0 ? "" : ",");
                    value(random, text, depth - 1);
                }
                text.append(']');
            }
            case 2 -> text.append(random.nextLong());
            case 3 -> text.append(random.nextGaussian());
            case 4 -> text.append("\"text \\u00e4\"");
            default -> text.append(random.nextBoolean());
        }
    }

    private interface Reading {
        void read() throws JsonProcessingException;
    }

    /** Why, or nothing. */
    private static String refusal(Reading reading) {
        try {
            reading.read();
            return "";
        } catch (final JsonProcessingException e) {
            return Json.problem(e);
        } catch (final NumberFormatException e) {
            return "a number";
        }
    }
}
