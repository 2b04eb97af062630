package dev.sluice.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KnownNamesTest {

    private final KnownNames names = new KnownNames();

    @Test
    void shouldGiveTheSameInstanceWhenANameComesAgain() {
        assertSame(at("customer"), at("customer"));
    }

    @Test
    void shouldNotKeepATextWhenItIsLong() {
        final String sql = "SELECT first_name, last_name FROM customer WHERE id = ? AND city = ?";

        assertEquals(sql, at(sql));
        assertNotSame(at(sql), at(sql));
    }

    @Test
    void shouldTellNamesApartWhenTheyDifferInOneCharacterOnly() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            final StringBuilder name = new StringBuilder("customer-of-ümlaut".substring(0, random.nextInt(19)));
            if (name.length() > 0) {
                name.setCharAt(random.nextInt(name.length()), (char) ('a' + random.nextInt(4)));
            }
            assertEquals(name.toString(), at(name.toString()), "seed " + seed);
        }
    }

    /** Somewhere in a message. */
    private String at(String name) {
        final byte[] text = name.getBytes(StandardCharsets.UTF_8);
        final byte[] message = ("<<" + name + ">>").getBytes(StandardCharsets.UTF_8);
        return names.at(message, 2, text.length);
    }
}
