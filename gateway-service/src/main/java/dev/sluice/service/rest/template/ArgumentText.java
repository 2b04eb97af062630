package dev.sluice.service.rest.template;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;

/** A value as text, in URLs, in headers and within texts of a body, and as JSON. */
final class ArgumentText {

    /** A decimal with more digits than this is written with an exponent. */
    private static final int DIGITS = 1_000;

    private ArgumentText() {}

    /** The text of a value: numbers in digits, dates and times by ISO 8601, bytes by Base64. */
    static String of(Object value) throws UnaskableException {
        if (value == null) {
            throw new UnaskableException("is null, which a URL or a text cannot say");
        }
        if (value instanceof double[]) {
            throw new UnaskableException("is a list of numbers, which a URL or a text cannot say");
        }
        if (value instanceof Double number) {
            return finite(number).toString();
        }
        if (value instanceof BigDecimal decimal) {
            return decimal(decimal);
        }
        if (value instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        if (value instanceof LocalTime time) {
            return DateTimeFormatter.ISO_LOCAL_TIME.format(time);
        }
        if (value instanceof LocalDateTime timestamp) {
            return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(timestamp);
        }
        return value.toString();
    }

    /** Digits where they are not absurdly many. */
    static String decimal(BigDecimal decimal) {
        return Math.abs((long) decimal.scale()) <= DIGITS ? decimal.toPlainString() : decimal.toString();
    }

    /** Neither JSON nor most services know the others. */
    static Double finite(Double number) throws UnaskableException {
        if (!Double.isFinite(number)) {
            throw new UnaskableException("is " + number + ", which is no number to services");
        }
        return number;
    }

    /** Writes a value as JSON: numbers and flags as such, everything else as text. */
    static void write(JsonGenerator json, Object value) throws IOException, UnaskableException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof BigDecimal decimal) {
            json.writeNumber(decimal);
        } else if (value instanceof Double number) {
            json.writeNumber(finite(number));
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof double[] numbers) {
            json.writeStartArray();
            for (final double number : numbers) {
                json.writeNumber(finite(number));
            }
            json.writeEndArray();
        } else {
            json.writeString(of(value));
        }
    }
}
