package dev.sluice.internal.wire;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * Converts dates of the years 0 to 9999, and times, to bytes and back. The bytes are the characters that the JDK's {@code
 * toString} returns. The formatters of the JDK take some hundred times as long.
 */
final class IsoText {

    static final int DATE = 10;

    /** The greatest number of bytes of a time, such as 23:59:59.999999999. */
    static final int TIME = 18;

    private static final int LAST_YEAR = 9999;
    private static final int SECONDS_AT = 6;
    private static final int FRACTION_AT = 9;

    private IsoText() {}

    static boolean isShort(LocalDate date) {
        return date.getYear() >= 0 && date.getYear() <= LAST_YEAR;
    }

    /** Writes a date whose year is between 0 and 9999. */
    static void write(LocalDate date, byte[] to, int at) {
        two(date.getYear() / 100, to, at);
        two(date.getYear() % 100, to, at + 2);
        to[at + 4] = '-';
        two(date.getMonthValue(), to, at + 5);
        to[at + 7] = '-';
        two(date.getDayOfMonth(), to, at + 8);
    }

    /**
     * Writes a time, and returns the number of bytes written.
     *
     * @param seconds whether seconds are written even if they are 0, as in the text of an instant
     */
    static int write(LocalTime time, boolean seconds, byte[] to, int at) {
        two(time.getHour(), to, at);
        to[at + 2] = ':';
        two(time.getMinute(), to, at + 3);
        if (!seconds && time.getSecond() == 0 && time.getNano() == 0) {
            return SECONDS_AT - 1;
        }
        to[at + SECONDS_AT - 1] = ':';
        two(time.getSecond(), to, at + SECONDS_AT);
        if (time.getNano() == 0) {
            return FRACTION_AT - 1;
        }
        to[at + FRACTION_AT - 1] = '.';
        int rest = time.getNano();
        int digits = 9;
        while (rest % 1_000 == 0) {
            rest /= 1_000;
            digits -= 3;
        }
        for (int i = digits - 1; i >= 0; i--) {
            to[at + FRACTION_AT + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return FRACTION_AT + digits;
    }

    private static void two(int number, byte[] to, int at) {
        to[at] = (byte) ('0' + number / 10);
        to[at + 1] = (byte) ('0' + number % 10);
    }

    /** Whether the bytes begin with a date whose year has four digits; its numbers may still be out of range. */
    static boolean isDate(byte[] bytes, int at, int length) {
        return length >= DATE
                && isNumber(bytes, at, 4)
                && bytes[at + 4] == '-'
                && isNumber(bytes, at + 5, 2)
                && bytes[at + 7] == '-'
                && isNumber(bytes, at + 8, 2);
    }

    static LocalDate date(byte[] bytes, int at) {
        return LocalDate.of(number(bytes, at, 4), number(bytes, at + 5, 2), number(bytes, at + 8, 2));
    }

    /** Whether the bytes are exactly a time; its numbers may still be out of range. */
    static boolean isTime(byte[] bytes, int at, int length) {
        if (length < SECONDS_AT - 1 || length > TIME || !isNumber(bytes, at, 2) || bytes[at + 2] != ':') {
            return false;
        }
        final boolean seconds = length == SECONDS_AT - 1
                || length >= FRACTION_AT - 1
                        && bytes[at + SECONDS_AT - 1] == ':'
                        && isNumber(bytes, at + SECONDS_AT, 2);
        final boolean fraction = length < FRACTION_AT
                || length > FRACTION_AT
                        && bytes[at + FRACTION_AT - 1] == '.'
                        && isNumber(bytes, at + FRACTION_AT, length - FRACTION_AT);
        return isNumber(bytes, at + 3, 2) && seconds && fraction;
    }

    /** Whether the bytes are exactly a date, a T and a time. */
    static boolean isTimestamp(byte[] bytes, int at, int length) {
        return length > DATE
                && isDate(bytes, at, DATE)
                && bytes[at + DATE] == 'T'
                && isTime(bytes, at + DATE + 1, length - DATE - 1);
    }

    static LocalDateTime timestamp(byte[] bytes, int at, int length) {
        return LocalDateTime.of(date(bytes, at), time(bytes, at + DATE + 1, length - DATE - 1));
    }

    static LocalTime time(byte[] bytes, int at, int length) {
        final int second = length < FRACTION_AT - 1 ? 0 : number(bytes, at + SECONDS_AT, 2);
        int nanos = length <= FRACTION_AT ? 0 : number(bytes, at + FRACTION_AT, length - FRACTION_AT);
        for (int digits = Math.max(0, length - FRACTION_AT); digits > 0 && digits < 9; digits++) {
            nanos *= 10;
        }
        return LocalTime.of(number(bytes, at, 2), number(bytes, at + 3, 2), second, nanos);
    }

    private static boolean isNumber(byte[] bytes, int at, int digits) {
        for (int i = at; i < at + digits; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return false;
            }
        }
        return true;
    }

    private static int number(byte[] bytes, int at, int digits) {
        int number = 0;
        for (int i = at; i < at + digits; i++) {
            number = 10 * number + bytes[i] - '0';
        }
        return number;
    }
}
