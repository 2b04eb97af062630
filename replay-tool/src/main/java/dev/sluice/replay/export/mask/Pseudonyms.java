package dev.sluice.replay.export.mask;

import dev.sluice.api.OtherValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.UUID;

/**
 * Puts other values in the place of values: of the same type, equal ones for equal ones. Numbers keep their sign and their
 * number of digits, and two numbers never become one; texts and bytes keep their length, but short ones get longer. What a
 * value was can only be told by who has the key. One thread.
 */
final class Pseudonyms {

    private static final String LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"; // 32, none like another
    private static final int SHORTEST_TEXT = 10;
    private static final int SHORTEST_BYTES = 8;
    private static final int MOST_DIGITS = 18;
    private static final double DOUBLES = 1e6;
    private static final int DOUBLE_BITS = 53;
    private static final long FIRST_DAY = LocalDate.of(1900, 1, 1).toEpochDay();
    private static final long DAYS = LocalDate.of(2100, 1, 1).toEpochDay() - FIRST_DAY;
    private static final long MICROS_OF_DAY = 86_400_000_000L;
    private static final long MICRO = 1_000;

    private final KeyedHash hash;

    Pseudonyms(byte[] key) {
        hash = new KeyedHash(key);
    }

    /** Returns the pseudonym of a value; null has none. */
    Object of(Object value) {
        if (value == null) {
            return null;
        } else if (value instanceof Long number) {
            return number(number);
        } else if (value instanceof String text) {
            return text(text);
        } else if (value instanceof BigDecimal number) {
            return new BigDecimal(integer(number.unscaledValue()), number.scale());
        } else if (value instanceof Double number) {
            return number(number);
        } else if (value instanceof Boolean) {
            return false; // of two values any other tells which it was
        } else if (value instanceof byte[] bytes) {
            return bytes.length == 0 ? bytes : hash.stream("bytes", bytes, Math.max(SHORTEST_BYTES, bytes.length));
        } else if (value instanceof double[] numbers) {
            final double[] others = new double[numbers.length];
            for (int i = 0; i < numbers.length; i++) {
                others[i] = number(numbers[i]);
            }
            return others;
        } else if (value instanceof UUID id) {
            return id(id);
        } else if (value instanceof OtherValue other) {
            return new OtherValue(other.typeName(), text(other.text()));
        }
        return time(value);
    }

    private Object time(Object value) {
        if (value instanceof LocalDate date) {
            return date(date);
        } else if (value instanceof LocalTime) {
            return time("time", value.toString());
        } else if (value instanceof LocalDateTime) {
            return timestamp(value.toString());
        } else if (value instanceof Instant) {
            return timestamp(value.toString()).toInstant(ZoneOffset.UTC);
        }
        throw new IllegalArgumentException(value.getClass().getName() + " is no type of the wire");
    }

    private long number(long number) {
        final long size = Math.abs(Math.max(number, -Long.MAX_VALUE));
        final int digits = Long.toString(size).length();
        final long least = digits > 1 ? power(digits - 1) : number < 0 ? 1 : 0; // -1 is not to become 0
        final long limit = digits > MOST_DIGITS ? Long.MAX_VALUE - least : power(digits) - least;
        final long other =
                least + hash.permuted("digits" + digits + "from" + least, Math.min(size - least, limit - 1), limit);
        return number < 0 ? -other : other;
    }

    private static long power(int digits) {
        return BigInteger.TEN.pow(digits).longValueExact();
    }

    private BigInteger integer(BigInteger number) {
        final String digits = number.abs().toString();
        if (digits.length() <= MOST_DIGITS) {
            return BigInteger.valueOf(number(number.longValueExact()));
        }
        final byte[] stream = hash.stream("integer", bytes(digits), digits.length());
        final StringBuilder other = new StringBuilder();
        for (final byte next : stream) {
            other.append((next & 0xFF) % 9 + 1);
        }
        return number.signum() < 0 ? new BigInteger(other.toString()).negate() : new BigInteger(other.toString());
    }

    private double number(double number) {
        final byte[] bits = ByteBuffer.allocate(Double.BYTES).putDouble(number).array();
        return hash.number("double", bits, 1L << DOUBLE_BITS) * DOUBLES / (1L << DOUBLE_BITS);
    }

    /** For a text, with as many letters. */
    String text(String text) {
        return text.isEmpty() ? text : word("text", text, Math.max(SHORTEST_TEXT, text.length()));
    }

    /** Letters for a text. */
    String word(String domain, String text, int length) {
        final StringBuilder word = new StringBuilder(length);
        for (final byte next : hash.stream(domain, bytes(text), length)) {
            word.append(LETTERS.charAt(next & (LETTERS.length() - 1)));
        }
        return word.toString();
    }

    private UUID id(UUID id) {
        final ByteBuffer bits = ByteBuffer.wrap(hash.hash("uuid", bytes(id.toString())));
        final long high = bits.getLong() & ~0xF000L | 0x4000L; // version 4
        final long low = bits.getLong() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L;
        return new UUID(high, low);
    }

    private LocalDate date(LocalDate date) {
        final long day = date.toEpochDay() - FIRST_DAY;
        return LocalDate.ofEpochDay(FIRST_DAY
                + (day >= 0 && day < DAYS
                        ? hash.permuted("date", day, DAYS)
                        : hash.number("date", bytes(date.toString()), DAYS)));
    }

    private LocalTime time(String domain, String text) {
        return LocalTime.ofNanoOfDay(MICRO * hash.number(domain, bytes(text), MICROS_OF_DAY));
    }

    private LocalDateTime timestamp(String text) {
        final long day = hash.number("day", bytes(text), DAYS);
        return LocalDateTime.of(LocalDate.ofEpochDay(FIRST_DAY + day), time("time of day", text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
