package dev.sluice.jdbc.beside;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;

/** Each way to get a column, by its name, and behind a | of its zone. */
final class Getters {

    static final Map<String, TimeZone> ZONES = Map.of(
            "UTC", TimeZone.getTimeZone("UTC"),
            "New York", TimeZone.getTimeZone("America/New_York"));

    private Getters() {}

    /** A getter. */
    @FunctionalInterface
    interface Getter {

        Object get(ResultSet row, int column) throws SQLException;
    }

    static Map<String, Getter> all() {
        final Map<String, Getter> all = new LinkedHashMap<>();
        all.put("getObject", ResultSet::getObject);
        all.put("getString", ResultSet::getString);
        all.put("getBoolean", ResultSet::getBoolean);
        all.put("getByte", ResultSet::getByte);
        all.put("getShort", ResultSet::getShort);
        all.put("getInt", ResultSet::getInt);
        all.put("getLong", ResultSet::getLong);
        all.put("getFloat", ResultSet::getFloat);
        all.put("getDouble", ResultSet::getDouble);
        all.put("getBigDecimal", ResultSet::getBigDecimal);
        all.put("getBytes", ResultSet::getBytes);
        all.put("getDate", ResultSet::getDate);
        all.put("getTime", ResultSet::getTime);
        all.put("getTimestamp", ResultSet::getTimestamp);
        ZONES.forEach((name, zone) -> {
            all.put("getDate(Calendar)|" + name, (row, column) -> row.getDate(column, Calendar.getInstance(zone)));
            all.put("getTime(Calendar)|" + name, (row, column) -> row.getTime(column, Calendar.getInstance(zone)));
            all.put(
                    "getTimestamp(Calendar)|" + name,
                    (row, column) -> row.getTimestamp(column, Calendar.getInstance(zone)));
        });
        for (final Class<?> type : List.of(
                String.class,
                Boolean.class,
                Short.class,
                Integer.class,
                Long.class,
                Float.class,
                Double.class,
                BigDecimal.class,
                BigInteger.class,
                byte[].class,
                UUID.class,
                LocalDate.class,
                LocalTime.class,
                LocalDateTime.class,
                OffsetDateTime.class,
                ZonedDateTime.class,
                Instant.class,
                Date.class,
                Time.class,
                Timestamp.class)) {
            all.put("getObject(" + type.getSimpleName() + ")", (row, column) -> row.getObject(column, type));
        }
        return all;
    }
}
