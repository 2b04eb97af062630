package dev.sluice.service.generated;

import dev.sluice.api.ValueType;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;

/**
 * A type of columns, and what programs send for it.
 *
 * @param sql the type, as a table's definition has it
 * @param parameter a parameter of that type
 * @param values the first four are different keys, the others may be equal to one of them
 */
record Kind(String sql, ValueType argument, String parameter, List<Object> values) {

    static final int DIFFERENT = 4;

    static final Kind NUMBER = numbers("bigint");
    static final Kind AMOUNT = new Kind(
            "numeric(8,2)",
            ValueType.DECIMAL,
            "?",
            List.of(
                    new BigDecimal("1"),
                    new BigDecimal("2.50"),
                    new BigDecimal("3"),
                    new BigDecimal("0"),
                    new BigDecimal("1.00"),
                    new BigDecimal("2.5"),
                    new BigDecimal("3.004"),
                    new BigDecimal("12345678")));
    /** Keys with more digits than their columns. */
    static final Kind ROUNDED = new Kind(
            "BIGINT",
            ValueType.DECIMAL,
            "?",
            List.of(
                    new BigDecimal("1"),
                    new BigDecimal("2"),
                    new BigDecimal("3"),
                    new BigDecimal("4"),
                    new BigDecimal("1.4"),
                    new BigDecimal("2.5"),
                    new BigDecimal("3.0"),
                    new BigDecimal("12345678901234567890")));
    /** Keys beyond the range of their columns. */
    static final Kind SMALLER = new Kind(
            "INTEGER", ValueType.LONG, "?", List.of(1L, 2L, 3L, 4L, 5L, 2L, 1L, 3_000_000_000L, -3_000_000_000L));

    static final Kind MOMENT = new Kind(
            "TIMESTAMP(0)",
            ValueType.TIMESTAMP,
            "?",
            List.of(moment(0), moment(1_000), moment(2_000), moment(3_000), moment(400), moment(1_600), moment(2_500)));
    static final Kind FRACTION =
            new Kind("REAL", ValueType.DOUBLE, "?", List.of(1.0, 2.5, 0.1, -3.0, 0.5, 1e300, 2.50000001));
    static final Kind ID = new Kind(
            "uuid",
            ValueType.UUID,
            "?",
            List.of(new UUID(0, 1), new UUID(0, 2), new UUID(1, 1), new UUID(2, 0), new UUID(9, 9)));
    static final Kind DAY = new Kind(
            "date",
            ValueType.DATE,
            "?",
            List.of(
                    LocalDate.of(2020, 1, 1),
                    LocalDate.of(2020, 2, 29),
                    LocalDate.of(1999, 12, 31),
                    LocalDate.of(1970, 1, 1),
                    LocalDate.of(2021, 1, 1)));

    static Kind numbers(String sql) {
        return new Kind(sql, ValueType.LONG, "?", List.of(1L, 2L, 3L, 4L, 5L, 6L, 2L, 1L, 7L, 8L, 9L, 10L));
    }

    static Kind texts(String sql) {
        return texts(sql, "?");
    }

    /** Texts that differ in case or in spaces at their end alone. */
    static Kind texts(String sql, String parameter) {
        return new Kind(
                sql,
                ValueType.TEXT,
                parameter,
                List.of("a", "b", "c", "d", "A", "B", "a ", "b ", "", "é", "E", "toolong"));
    }

    private static LocalDateTime moment(int millis) {
        return LocalDateTime.of(2020, 1, 1, 10, 0).plusNanos(millis * 1_000_000L);
    }

    /** A value as SQL has it. */
    String literal(Object value) {
        if (value instanceof LocalDateTime moment) {
            return "TIMESTAMP '" + Timestamp.valueOf(moment) + "'";
        }
        final String plain = value instanceof Number ? value.toString() : "'" + value + "'";
        return value instanceof LocalDate ? "DATE " + plain : plain;
    }

    Object draw(Draw draw) {
        return draw.oneIn(3) ? draw.of(values) : values.get(draw.below(DIFFERENT));
    }
}
