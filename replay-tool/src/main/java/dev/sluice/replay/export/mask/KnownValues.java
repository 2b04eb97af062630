package dev.sluice.replay.export.mask;

import dev.sluice.api.OtherValue;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/** Values that are told again in another type: a number as text, with another scale, or with blanks behind it. One thread. */
final class KnownValues {

    private final Set<String> texts = new HashSet<>();

    void add(Object value) {
        if (value != null && !(value instanceof Boolean)) {
            texts.add(text(value));
        }
    }

    boolean contains(Object value) {
        return value != null && !texts.isEmpty() && texts.contains(text(value));
    }

    private static String text(Object value) {
        if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros().toPlainString();
        } else if (value instanceof Double number) {
            return Double.isFinite(number) ? text(BigDecimal.valueOf(number)) : number.toString();
        } else if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        } else if (value instanceof double[] numbers) {
            return java.util.Arrays.toString(numbers);
        }
        return (value instanceof OtherValue other ? other.text() : value.toString()).trim();
    }
}
