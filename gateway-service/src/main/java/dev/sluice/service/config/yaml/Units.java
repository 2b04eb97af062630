package dev.sluice.service.config.yaml;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Whole amounts with a unit: {@code 500ms}, {@code 64KB}. */
public enum Units {
    /** Milliseconds. */
    TIME(
            new Unit("ms", 1L),
            new Unit("s", 1_000L),
            new Unit("m", 60_000L),
            new Unit("h", 3_600_000L),
            new Unit("d", 86_400_000L)),
    /** Bytes; one KB is 1024 of them. */
    SIZE(new Unit("B", 1L), new Unit("KB", 1L << 10), new Unit("MB", 1L << 20), new Unit("GB", 1L << 30));

    private record Unit(String name, long factor) {}

    private final Map<String, Long> factors = new LinkedHashMap<>();

    Units(Unit... units) {
        for (final Unit unit : units) {
            factors.put(unit.name(), unit.factor());
        }
    }

    /** Returns the amount in the smallest unit; empty if the text is not a whole number directly followed by a unit. */
    public OptionalLong parse(String text) {
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

    /** Writes the amount in the largest unit that leaves no remainder. */
    public String write(long amount) {
        String written = "";
        for (final Map.Entry<String, Long> unit : factors.entrySet()) {
            if (written.isEmpty() || (amount != 0 && amount % unit.getValue() == 0)) {
                written = amount / unit.getValue() + unit.getKey();
            }
        }
        return written;
    }

    public static String write(Duration duration) {
        return TIME.write(duration.toMillis());
    }
}
