package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.temporal.Temporal;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

/**
 * HSQLDB 2.7. Its arrays cut decimals and timestamps, so items go as rows of a VALUES table, and where it finds no
 * parameter there (in a WITH) as a union.
 */
public final class HsqlDb implements Dialect {

    private static final LocalDate GREGORIAN = LocalDate.of(1582, 10, 15);
    private static final long MILLIS_A_DAY = 86_400_000;

    private final Volatility volatility = new BuiltInVolatility();

    @Override
    public String name() {
        return "HSQLDB";
    }

    @Override
    public SqlSyntax syntax() {
        return SqlSyntax.STANDARD;
    }

    @Override
    public int maxParameters() {
        return 32_767;
    }

    @Override
    public boolean bindsDecimalsByScale() {
        return true;
    }

    @Override
    public String sqlType(ParameterType type) {
        return switch (type.value()) {
            case BOOLEAN -> "BOOLEAN";
            case LONG -> "BIGINT";
            case DOUBLE -> "DOUBLE";
            case DECIMAL -> "DECIMAL(1000, " + type.scale() + ")";
            // VARCHAR alone is 32 K here, these are 16 M
            case TEXT, OTHER, NULL -> "LONGVARCHAR";
            case BYTES -> "LONGVARBINARY";
            case DATE -> "DATE";
            case TIME -> "TIME(9)";
            case TIMESTAMP -> "TIMESTAMP(9)";
            case INSTANT -> "TIMESTAMP(9) WITH TIME ZONE";
            case UUID -> "UUID";
            case DOUBLES -> "DOUBLE ARRAY";
        };
    }

    @Override
    public String elementType(ValueType type) {
        return "DOUBLE";
    }

    @Override
    public String bytesColumn() {
        return "LONGVARBINARY";
    }

    @Override
    public boolean unionKeepsPadding() {
        return true;
    }

    @Override
    public int jdbcType(ValueType type) {
        return JdbcTypes.of(type);
    }

    @Override
    public ReadForms readForms(SqlText query, Signature signature) {
        if (signature.untyped()) {
            return ReadForms.bare(query);
        }
        final String single = TypedText.of(query, signature, this);
        if (alone(query).isPresent()) {
            return ReadForms.single(single);
        }
        return ReadForms.untried(
                single, List.of(RowsForm.of(query, signature, this), UnionForm.of(query, signature, this)));
    }

    /**
     * Before the Gregorian calendar its driver counts days as java.time does, and the database as the Julian calendar does:
     * it is given the day that the database takes for the one meant.
     */
    @Override
    public Object bound(Temporal value, LocalDate day) throws SQLException {
        if (!day.isBefore(GREGORIAN)) {
            return value;
        }
        final GregorianCalendar julian = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        julian.clear();
        julian.setLenient(false);
        julian.set(day.getYear(), day.getMonthValue() - 1, day.getDayOfMonth());
        try {
            return value.with(LocalDate.ofEpochDay(Math.floorDiv(julian.getTimeInMillis(), MILLIS_A_DAY)));
        } catch (final IllegalArgumentException e) {
            throw new SQLDataException("the calendar of HSQLDB has no " + day, "22007", e);
        }
    }

    @Override
    public String asked() {
        return "in chunks as a table of rows with LATERAL, or as UNION ALL";
    }

    @Override
    public Volatility volatility() {
        return volatility;
    }
}
