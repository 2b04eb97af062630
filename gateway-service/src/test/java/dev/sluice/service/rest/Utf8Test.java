package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.rest.template.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {

    private static final int[] EDGES = {
        0x00, 0x01, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
        0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF
    };

    @Test
    void shouldTakeWhatIsUtf8() {
        for (int character = 0; character <= Character.MAX_CODE_POINT; character++) {
            if (character < Character.MIN_SURROGATE || character > Character.MAX_SURROGATE) {
                assertTrue(
                        Json.isUtf8(Character.toString(character).getBytes(StandardCharsets.UTF_8)),
                        Integer.toHexString(character));
            }
        }
        assertTrue(Json.isUtf8(new byte[0]));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "41bf",
                "c3",
                "c328",
                "c080",
                "e28c",
                "e09f80",
                "eda080",
                "edbfbf",
                "f0808080",
                "f08fbfbf",
                "f4908080",
                "f8888080",
                "41e28241",
                "f09f98"
            })
    void shouldRefuseWhatIsNot(String hex) {
        assertFalse(Json.isUtf8(HexFormat.of().parseHex(hex)));
    }

    /** The JDK's decoder is the judge. */
    @Test
    void shouldAgreeWithTheDecoderOfTheJdk() {
        final long seed = System.nanoTime();
        System.out.println("Utf8Test seed " + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            final byte[] bytes = new byte[1 + random.nextInt(6)];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = (byte) EDGES[random.nextInt(EDGES.length)];
            }
            assertEquals(decodes(bytes), Json.isUtf8(bytes), HexFormat.of().formatHex(bytes));
        }
    }

    private static boolean decodes(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (final CharacterCodingException e) {
            return false;
        }
    }
}
