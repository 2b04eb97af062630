package dev.sluice.service.exchange;

import dev.sluice.api.OtherValue;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/** Whether two values of results are equal, and how they are printed. */
public final class Values {

    private Values() {}

    /** Numbers are equal by value, whatever their types: a service's JSON has no decimals of a scale. */
    public static boolean equal(Object a, Object b, BigDecimal tolerance, boolean asText) {
        if (a instanceof Number && b instanceof Number) {
            return numbersEqual(a, b, tolerance);
        }
        if (a instanceof byte[] bytes && b instanceof byte[] others) {
            return Arrays.equals(bytes, others);
        }
        if (a instanceof double[] numbers && b instanceof double[] others) {
            return arraysEqual(numbers, others, tolerance);
        }
        return Objects.equals(plain(a), plain(b)) || asText && a != null && b != null && text(a).equals(text(b));
    }

    /** The value as jobs read it: one without a type on the wire is text. */
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
        // As it is written: 0.1 from a service is the 0.1 of a table.
        return number instanceof Double it ? BigDecimal.valueOf(it) : BigDecimal.valueOf((Long) number);
    }

    /** A value as text: bytes in hexadecimal. */
    public static String text(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof double[] numbers) {
            return Arrays.toString(numbers);
        }
        return String.valueOf(plain(value));
    }

    /** Equal ones have equal texts, but for what a tolerance makes equal: rows are sorted out by it. */
    public static String canonical(Object value) {
        if (value instanceof Number && isFinite(value)) {
            return decimal(value).stripTrailingZeros().toPlainString();
        }
        return text(value);
    }
}
