package dev.sluice.jdbc.beside;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Each way to set a parameter. */
final class Setters {

    private static final LocalDateTime TIME = LocalDateTime.of(2026, 7, 1, 12, 30, 5, 123_456_000);
    private static final BigDecimal DECIMAL = new BigDecimal("12.3456");
    /** Both sides of each change of the clock, in the hour that comes twice, before 1582, before Christ. */
    private static final List<String> INSTANTS = List.of(
            "2026-03-29T00:59:59.5Z",
            "2026-03-29T01:00:00Z",
            "2026-10-25T00:30:00Z",
            "2026-10-25T01:30:00Z",
            "2026-03-08T05:29:59Z",
            "2026-03-08T05:30:00Z",
            "2026-11-01T03:30:00Z",
            "2026-11-01T04:30:00Z",
            "1969-12-31T23:59:59.999999Z",
            "1880-06-01T12:00:00Z",
            "1582-10-14T12:00:00Z",
            "1500-02-28T12:00:00Z",
            "-0043-03-15T12:00:00Z");

    private Setters() {}

    /** A setter with its value. */
    @FunctionalInterface
    interface Setter {

        void set(PreparedStatement statement, int parameter) throws SQLException;
    }

    /** By the name of the setter, and behind a | of its value where it has several. */
    static Map<String, Setter> all() {
        final Map<String, Setter> all = new LinkedHashMap<>();
        numbers(all);
        times(all);
        all.put("setBoolean", (it, at) -> it.setBoolean(at, true));
        all.put("setString", (it, at) -> it.setString(at, "7"));
        all.put("setNString", (it, at) -> it.setNString(at, "a"));
        all.put("setBytes", (it, at) -> it.setBytes(at, new byte[] {0, -1, 65}));
        all.put("setNull", (it, at) -> it.setNull(at, Types.INTEGER));
        all.put("setNull|VARCHAR", (it, at) -> it.setNull(at, Types.VARCHAR));
        all.put("setNull|TIMESTAMP", (it, at) -> it.setNull(at, Types.TIMESTAMP, "timestamp"));
        all.put("setObject(null)", (it, at) -> it.setObject(at, null));
        final Map<String, Object> objects = new LinkedHashMap<>();
        objects.put("UUID", UUID.fromString("01234567-89ab-cdef-fedc-ba9876543210"));
        objects.put("Character", 'c');
        objects.put("Integer", 5);
        objects.put("Byte", (byte) 5);
        objects.put("Boolean", true);
        objects.put("BigInteger", BigInteger.TEN);
        objects.put("Float", 0.1f);
        objects.put("LocalDate", LocalDate.of(2026, 3, 29));
        objects.put("LocalTime", LocalTime.of(2, 30, 0, 123_456_000));
        objects.put("LocalDateTime", TIME);
        objects.put("LocalDateTime of the gap", LocalDateTime.of(2026, 3, 29, 2, 30));
        objects.put("OffsetDateTime", TIME.atOffset(ZoneOffset.ofHours(5)));
        objects.put("ZonedDateTime", TIME.atZone(ZoneId.of("America/New_York")));
        objects.put("Instant", TIME.toInstant(ZoneOffset.UTC));
        objects.forEach((name, value) -> all.put("setObject(" + name + ")", (it, at) -> it.setObject(at, value)));
        typed(all);
        return all;
    }

    private static void numbers(Map<String, Setter> all) {
        all.put("setByte", (it, at) -> it.setByte(at, (byte) -7));
        all.put("setShort", (it, at) -> it.setShort(at, (short) 300));
        all.put("setInt", (it, at) -> it.setInt(at, 70_000));
        all.put("setLong", (it, at) -> it.setLong(at, 5_000_000_000L));
        for (final float value : new float[] {0.1f, 1.5f, 100_000.01f, Float.MAX_VALUE, Float.NaN}) {
            all.put("setFloat|" + value, (it, at) -> it.setFloat(at, value));
        }
        for (final double value : new double[] {0.1, 2.5, 1e300, Double.NEGATIVE_INFINITY}) {
            all.put("setDouble|" + value, (it, at) -> it.setDouble(at, value));
        }
        for (final String value : List.of("0.10", "12.34567", "1E+10", "-0.00001")) {
            all.put("setBigDecimal|" + value, (it, at) -> it.setBigDecimal(at, new BigDecimal(value)));
        }
    }

    private static void times(Map<String, Setter> all) {
        for (final String text : INSTANTS) {
            final Instant instant = Instant.parse(text);
            final Timestamp timestamp = new Timestamp(instant.toEpochMilli());
            timestamp.setNanos(instant.getNano());
            final Date date = new Date(instant.toEpochMilli());
            all.put("setTimestamp|" + text, (it, at) -> it.setTimestamp(at, timestamp));
            all.put(
                    "setObject(Timestamp, TIMESTAMP_WITH_TIMEZONE)|" + text,
                    (it, at) -> it.setObject(at, timestamp, Types.TIMESTAMP_WITH_TIMEZONE));
            all.put("setDate|" + text, (it, at) -> it.setDate(at, date));
            Getters.ZONES.forEach((name, zone) -> {
                all.put(
                        "setTimestamp(Calendar)|" + name + text,
                        (it, at) -> it.setTimestamp(at, timestamp, Calendar.getInstance(zone)));
                all.put(
                        "setDate(Calendar)|" + name + text,
                        (it, at) -> it.setDate(at, date, Calendar.getInstance(zone)));
            });
        }
        final Time time = new Time(9_005_000);
        all.put("setTime", (it, at) -> it.setTime(at, time));
        all.put("setTime(Calendar)", (it, at) -> it.setTime(at, time, Calendar.getInstance(Getters.ZONES.get("UTC"))));
        all.put("setObject(java.util.Date)", (it, at) -> it.setObject(at, new java.util.Date(9_005_000)));
        all.put("setObject(Time)", (it, at) -> it.setObject(at, time));
        all.put("setObject(Timestamp)", (it, at) -> it.setObject(at, Timestamp.valueOf(TIME)));
        all.put("setObject(Date)", (it, at) -> it.setObject(at, Date.valueOf(TIME.toLocalDate())));
    }

    private static void typed(Map<String, Setter> all) {
        all.put("setObject(BigDecimal, NUMERIC, scale)|2", (it, at) -> it.setObject(at, DECIMAL, Types.NUMERIC, 2));
        all.put(
                "setObject(BigDecimal, NUMERIC, scale)|1",
                (it, at) -> it.setObject(at, new BigDecimal("0.25"), Types.NUMERIC, 1));
        all.put("setObject(String, NUMERIC, scale)", (it, at) -> it.setObject(at, "-0.25", Types.NUMERIC, 1));
        all.put("setObject(Double, DECIMAL, scale)", (it, at) -> it.setObject(at, 12.345, Types.DECIMAL, 2));
        all.put("setObject(BigDecimal, NUMERIC)", (it, at) -> it.setObject(at, DECIMAL, Types.NUMERIC));
        all.put("setObject(String, INTEGER)", (it, at) -> it.setObject(at, "5", Types.INTEGER));
        all.put("setObject(Double, INTEGER)", (it, at) -> it.setObject(at, 2.5, Types.INTEGER));
        all.put("setObject(Integer, BIGINT)", (it, at) -> it.setObject(at, 5, JDBCType.BIGINT));
        all.put("setObject(Float, REAL)", (it, at) -> it.setObject(at, 0.1f, Types.REAL));
        all.put("setObject(BigDecimal, DOUBLE)", (it, at) -> it.setObject(at, DECIMAL, Types.DOUBLE));
        all.put("setObject(String, BOOLEAN)", (it, at) -> it.setObject(at, "true", Types.BOOLEAN));
        all.put("setObject(Integer, BIT)", (it, at) -> it.setObject(at, 1, Types.BIT));
        all.put("setObject(Integer, VARCHAR)", (it, at) -> it.setObject(at, 5, Types.VARCHAR));
        all.put(
                "setObject(LocalDate, VARCHAR)",
                (it, at) -> it.setObject(at, LocalDate.of(2026, 3, 29), Types.VARCHAR));
        all.put("setObject(String, DATE)", (it, at) -> it.setObject(at, "2026-03-29", Types.DATE));
        all.put("setObject(Timestamp, DATE)", (it, at) -> it.setObject(at, Timestamp.valueOf(TIME), Types.DATE));
        all.put("setObject(String, TIME)", (it, at) -> it.setObject(at, "02:30:00", Types.TIME));
        all.put("setObject(String, TIMESTAMP)", (it, at) -> it.setObject(at, "2026-03-29 02:30:00", Types.TIMESTAMP));
        all.put("setObject(Date, TIMESTAMP)", (it, at) -> it.setObject(at, new Date(9_005_000), Types.TIMESTAMP));
        all.put(
                "setObject(OffsetDateTime, TIMESTAMP_WITH_TIMEZONE)",
                (it, at) -> it.setObject(at, TIME.atOffset(ZoneOffset.ofHours(5)), Types.TIMESTAMP_WITH_TIMEZONE));
        all.put(
                "setObject(String, OTHER)",
                (it, at) -> it.setObject(at, "01234567-89ab-cdef-fedc-ba9876543210", Types.OTHER));
    }
}
