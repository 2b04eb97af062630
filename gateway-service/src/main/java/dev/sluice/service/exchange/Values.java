package dev.sluice.service.exchange;

import dev.sluice.api.OtherValue;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/** Compares the values of results, and formats them as text. */
public final class Values {

    private Values() {}

    /**
     * Returns whether two values are equal. Numbers are compared by value, whatever their types and scales, because the JSON of a
     * service does not distinguish them.
     *
     * @param tolerance the largest difference of two numbers that count as equal
     * @param asText whether two values also count as equal if their texts are equal
     */
    public static boolean equal(Object a, Object b, BigDecimal tolerance, boolean asText) {
        if (a instanceof Number && b instanceof Number) {
            return numbersEqual(a, b, tolerance);
        }
        if (a instanceof double[] numbers && b instanceof double[] others) {
            return arraysEqual(numbers, others, tolerance);
        }
        return Objects.deepEquals(plain(a), plain(b)) || asText && a != null && b != null && text(a).equals(text(b));
    }

    /** Returns the value as jobs read it: a value without a wire type is read as text. */
    private static Object plain(Object value) {
        return value instanceof OtherValue other ? other.text() : value;
    }

    private static boolean arraysEqual(double[] a, double[] b, BigDecimal tolerance) {
        boolean equal = a.length == b.length;
        for (int i = 0; equal && i < a.length; i++) {
            equal = numbersEqual(a[i], b[i], tolerance);
        }
        return equal;
    }

    private static boolean numbersEqual(Object a, Object b, BigDecimal tolerance) {
        if (!isFinite(a) || !isFinite(b)) {
            return a.equals(b);
        }
        return decimal(a).subtract(decimal(b)).abs().compareTo(tolerance) <= 0;
    }

    private static boolean isFinite(Object number) {
        return !(number instanceof Double it) || Double.isFinite(it);
    }

    private static BigDecimal decimal(Object number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        // Uses the shortest decimal text of a double, so that 0.1 from a service equals the decimal 0.1 of a table.
        return number instanceof Double it ? BigDecimal.valueOf(it) : BigDecimal.valueOf((Long) number);
    }

    /** Returns the value as text, with bytes in hexadecimal. */
    public static String text(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof double[] numbers) {
            return Arrays.toString(numbers);
        }
        return String.valueOf(plain(value));
    }

    /** Returns the same text for all equal values, so that rows can be matched by it. The tolerance is not taken into account. */
    public static String canonical(Object value) {
        if (value instanceof Number && isFinite(value)) {
            return decimal(value).stripTrailingZeros().toPlainString();
        }
        return text(value);
    }
}
