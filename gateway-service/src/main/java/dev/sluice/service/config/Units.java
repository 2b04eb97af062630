package dev.sluice.service.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Whole amounts with a unit: {@code 500ms}, {@code 64KB}. */
enum Units {
    /** Milliseconds. */
    TIME("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L),
    /** Bytes; one KB is 1024 of them. */
    SIZE("B", 1L, "KB", 1L << 10, "MB", 1L << 20, "GB", 1L << 30);

    private final Map<String, Long> factors = new LinkedHashMap<>();

    Units(String a, long ofA, String b, long ofB, String c, long ofC, String d, long ofD) {
        factors.put(a, ofA);
        factors.put(b, ofB);
        factors.put(c, ofC);
        factors.put(d, ofD);
    }

    /** The amount in the smallest unit, or empty if the text is not a whole number with a unit directly behind it. */
    OptionalLong parse(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        final Long factor = factors.get(text.substring(digits));
        if (digits == 0 || factor == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Math.multiplyExact(Long.parseLong(text.substring(0, digits)), factor));
        } catch (NumberFormatException | ArithmeticException e) {
            return OptionalLong.empty();
        }
    }

    /** The amount in the largest unit that leaves no remainder. */
    String write(long amount) {
        String written = "";
        for (final Map.Entry<String, Long> unit : factors.entrySet()) {
            if (written.isEmpty() || (amount != 0 && amount % unit.getValue() == 0)) {
                written = amount / unit.getValue() + unit.getKey();
            }
        }
        return written;
    }

    static String write(Duration duration) {
        return TIME.write(duration.toMillis());
    }
}
