package dev.sluice.jdbc.beside;

import dev.sluice.jdbc.TestGateway.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Columns of each type, with values on both sides of each limit and of each change of the clock. */
final class Cells {

    private static final String[] WHOLE = {"0", "1", "-1", "2", "127", "128", "32767"};
    private static final String[] TEXTS = {
        "'1'",
        "'0'",
        "'t'",
        "'true'",
        "'no'",
        "'abc'",
        "' 7 '",
        "'1.5'",
        "'-2.5'",
        "'1e3'",
        "'300'",
        "'99999999999'",
        "'2026-03-29 02:30:00'",
        "'2026-10-25'",
        "'12:30:00'",
        "''",
        "'ä'"
    };
    private static final String[] DATES = {
        "DATE '2026-03-29'",
        "DATE '2026-10-25'",
        "DATE '1970-01-01'",
        "DATE '1582-10-15'",
        "DATE '1582-10-04'",
        "DATE '1500-02-28'",
        "DATE '0001-01-01'",
        "DATE '9999-12-31'"
    };
    private static final String[] TIMES = {
        "TIME '00:00:00'", "TIME '02:30:00'", "TIME '12:30:00.123456'", "TIME '23:59:59.999999'"
    };
    /** In the gap and the overlap of Berlin, St John's and New York; before zones, before 1582. */
    private static final String[] TIMESTAMPS = {
        "2026-03-29 01:59:59", "2026-03-29 02:30:00", "2026-03-29 03:00:00", "2026-10-25 02:30:00",
        "2026-10-25 03:00:00", "2026-03-08 02:30:00", "2026-11-01 01:30:00", "2026-11-29 12:00:00.5",
        "2026-11-29 12:00:00.123456", "1969-12-31 23:59:59.999999", "1880-06-01 12:00:00", "1582-10-15 00:00:00",
        "1582-10-04 12:00:00", "1500-02-28 23:59:59", "0001-01-01 00:00:00", "9999-12-31 23:59:59"
    };

    private static final String[] INSTANTS = {
        "2026-03-29 00:59:59.5", "2026-03-29 01:00:00", "2026-10-25 00:30:00", "2026-10-25 01:30:00",
        "2026-03-08 05:29:59", "2026-03-08 05:30:00", "2026-11-01 03:30:00", "2026-11-01 04:30:00",
        "2026-11-01 05:30:00", "2026-11-01 06:30:00", "1969-12-31 23:59:59.999999", "1880-06-01 12:00:00",
        "1582-10-15 12:00:00", "1582-10-04 12:00:00", "1500-02-28 12:00:00", "0001-01-02 00:00:00"
    };
    private static final String[] BEFORE_CHRIST = {"0001-12-31 23:59:59 BC", "0044-03-15 12:00:00 BC"};

    private Cells() {}

    /** The types of columns, each with its values as SQL. */
    static Map<String, List<String>> of(Kind kind) {
        final boolean postgres = kind == Kind.POSTGRESQL;
        final Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("SMALLINT", List.of(WHOLE));
        all.put("INTEGER", with(WHOLE, "32768", "-2147483648"));
        all.put("BIGINT", with(WHOLE, "2147483648", "9007199254740993", "-9223372036854775808"));
        all.put("DECIMAL(20, 4)", with(WHOLE, "0.1", "-1.5", "2.5", "99999999999.9999", "1234567890123456.7891"));
        final String[] floating = {"0.1", "-1.5", "2.5", "1E20", "1E300", "123456792", "16777217", "1E-300"};
        all.put("DOUBLE PRECISION", postgres ? with(floating, "'NaN'", "'-Infinity'") : List.of(floating));
        all.put("BOOLEAN", List.of("TRUE", "FALSE"));
        all.put("VARCHAR(100)", List.of(TEXTS));
        all.put("CHAR(5)", List.of("'ab'", "'1'", "'true'"));
        all.put("DATE", postgres ? with(DATES, "'0044-03-15 BC'", "'12026-01-01'") : List.of(DATES));
        all.put("TIME(6)", List.of(TIMES));
        all.put("TIMESTAMP(6)", times(TIMESTAMPS, "", postgres));
        all.put("TIMESTAMP(6) WITH TIME ZONE", times(INSTANTS, "+00:00", postgres));
        all.put("UUID", List.of("'01234567-89ab-cdef-fedc-ba9876543210'"));
        if (postgres) {
            all.put("REAL", with(new String[] {"0.1", "-1.5", "123456792", "100000.01"}, "1E30", "'NaN'"));
            all.put("NUMERIC", List.of("0.10", "1E30", "1E-30", "1E400"));
            all.put("BYTEA", List.of("'\\x00ff41'"));
            all.put("TIME(6) WITH TIME ZONE", List.of("'02:30:00+02'", "'23:59:59.999999-03:30'"));
            all.put("JSONB", List.of("'{\"a\": 1}'"));
            all.put("INTERVAL", List.of("'1 day'"));
        } else {
            all.put("VARBINARY(100)", List.of("X'00ff41'"));
        }
        return all;
    }

    private static List<String> times(String[] texts, String offset, boolean withBeforeChrist) {
        final List<String> all = new ArrayList<>();
        for (final String text : texts) {
            all.add("CAST('" + text + offset + "' AS TIMESTAMP(6)" + (offset.isEmpty() ? ")" : " WITH TIME ZONE)"));
        }
        for (final String text : withBeforeChrist ? BEFORE_CHRIST : new String[0]) {
            all.add("'" + text.replace(" BC", offset + " BC") + "'");
        }
        return all;
    }

    private static List<String> with(String[] some, String... more) {
        final List<String> all = new ArrayList<>(List.of(some));
        all.addAll(List.of(more));
        return all;
    }
}
