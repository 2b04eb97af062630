package dev.sluice.service.equivalence;

import dev.sluice.api.ValueType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;

/** What an argument of a template is drawn from: mostly values that hit, some at the edges, some that must fail. */
record Argument(ValueType type, Function<Random, Object> values) {

    /** Identifiers; the tables hold 1 to 12. */
    static final Argument ID =
            of(ValueType.LONG, random -> random.nextInt(20) == 0 ? edge(random) : 1L + random.nextInt(14));

    static final Argument SMALL =
            of(ValueType.LONG, random -> random.nextInt(5) == 0 ? 40_000L : random.nextInt(100) - 50L);
    static final Argument DIVISOR = of(ValueType.LONG, random -> random.nextInt(4) - 1L);
    static final Argument LIMIT =
            of(ValueType.LONG, random -> random.nextInt(12) == 0 ? -1L : (long) random.nextInt(5));
    static final Argument DIGITS = of(ValueType.LONG, random -> (long) random.nextInt(4));
    static final Argument AMOUNT = of(ValueType.DECIMAL, Argument::amount);
    static final Argument NAME =
            of(ValueType.TEXT, random -> random.nextInt(8) == 0 ? odd(random) : "name" + random.nextInt(6));
    static final Argument NOTE =
            of(ValueType.TEXT, random -> random.nextBoolean() ? "" + random.nextInt(99) : odd(random));
    static final Argument EMAIL = of(ValueType.TEXT, random -> random.nextInt(10) + "@example.org");
    static final Argument KEY =
            of(ValueType.TEXT, random -> List.of("a", "b", "c", "d", "").get(random.nextInt(5)));
    static final Argument DATE = of(
            ValueType.DATE,
            random -> random.nextInt(12) == 0
                    ? List.of(LocalDate.of(1600, 2, 29), LocalDate.of(9999, 12, 31), LocalDate.of(1582, 10, 20))
                            .get(random.nextInt(3))
                    : LocalDate.of(1970, 1, 1).plusDays(random.nextInt(5) * 1_000L));
    static final Argument TIMESTAMP = of(
            ValueType.TIMESTAMP,
            random -> LocalDateTime.of(2026, 3, 29, 2, 30)
                    .plusMinutes(random.nextInt(3) * 30L)
                    .plusNanos(random.nextInt(3) * 1_000L));
    static final Argument REFERENCE = of(ValueType.UUID, random -> new UUID(random.nextInt(2), random.nextInt(6)));
    static final Argument FLAG = of(ValueType.BOOLEAN, Random::nextBoolean);
    static final Argument DOUBLE = of(
            ValueType.DOUBLE,
            random -> List.of(0.0, -0.0, 1.5, 0.1, 1e300, -2.25).get(random.nextInt(6)));

    private static Argument of(ValueType type, Function<Random, Object> values) {
        return new Argument(type, values);
    }

    Object draw(Random random) {
        return values.apply(random);
    }

    /** A value of another type, or of none. */
    Object drawOfAnotherType(Random random) {
        final List<Object> others = List.of(7L, "text", new BigDecimal("7.5"), true, LocalDate.of(2000, 2, 29), 2.5);
        return others.get(random.nextInt(others.size()));
    }

    private static Object edge(Random random) {
        return List.of(0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 3_000_000_000L).get(random.nextInt(5));
    }

    private static Object amount(Random random) {
        final List<String> amounts = List.of(
                "1", "1.0", "1.00", "0.5", "-3.125", "99.99999", "-150", "1e3", "12345678901.5", "0.000001", "0");
        return new BigDecimal(amounts.get(random.nextInt(amounts.size())));
    }

    private static String odd(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> "x".repeat(41);
            case 2 -> "nul\0inside";
            case 3 -> "größer 漢字 🙂";
            case 4 -> "o'ne \"two\" ?;--";
            default -> " padded ";
        };
    }
}
