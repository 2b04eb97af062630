package dev.sluice.replay.look;

import dev.sluice.api.OtherValue;
import java.util.Arrays;
import java.util.HexFormat;

/** Values as a terminal can show them on one line. */
final class Shown {

    private Shown() {}

    /** Bytes in hexadecimal; what a terminal would obey, and what ends a line, as escapes. */
    static String of(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof double[] doubles) {
            return Arrays.toString(doubles);
        }
        return escaped(value instanceof OtherValue other ? other.text() + " (" + other.typeName() + ")" : "" + value);
    }

    private static String escaped(String text) {
        final StringBuilder escaped = new StringBuilder(text.length());
        text.chars().forEach(character -> {
            if (Character.isISOControl(character)) {
                escaped.append(character == '\n' ? "\\n" : String.format("\\u%04x", character));
            } else {
                escaped.append((char) character);
            }
        });
        return escaped.toString();
    }
}
