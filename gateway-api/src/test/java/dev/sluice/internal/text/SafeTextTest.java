package dev.sluice.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {

    /** A line's end, ESC, DEL, NEL, the one-character CSI, the ends of lines and paragraphs, and what turns the direction. */
    @ParameterizedTest
    @ValueSource(ints = {'\n', '\r', '\t', 0x1b, 0x7f, 0x85, 0x9b, 0x2028, 0x2029, 0x202e, 0x2066, 0xfeff, 0xd800})
    void shouldShowAQuestionMarkForWhatEndsALineOrSteersATerminal(int unsafe) {
        assertEquals("a?b", SafeText.of("a" + (char) unsafe + "b"));
    }

    @Test
    void shouldLeaveLettersOfAllLanguages() {
        final String text = "M\u00fcller \u4e2d\u6587 \ud83d\ude00 \u00a0'\"<>";
        assertEquals(text, SafeText.of(text));
    }
}
