package dev.sluice.jdbc.internal;

import dev.sluice.jdbc.internal.PartialProxy.Part;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement. Each execution sends text and arguments as one request, and the gateway prepares the statement. For one
 * thread.
 */
public final class Prepared extends PlainStatement {

    private static final Object NOT_SET = new Object();

    private final String sql;
    private final boolean keys;
    private final @Nullable Object[] arguments;

    /** @param keys whether the returned rows are generated keys */
    Prepared(Gate gate, Connection connection, Product product, String sql, boolean keys) {
        super(gate, connection, product);
        this.sql = sql;
        this.keys = keys;
        this.arguments = new Object[SqlTexts.parameters(sql)];
        clearParameters();
    }

    /**
     * The metadata of the parameters: only their number. The types are unknown, because the database has not seen the statement.
     */
    record Parameters(int number) implements Part {

        public int getParameterCount() {
            return number;
        }
    }

    public ResultSet executeQuery() throws SQLException {
        return query(now());
    }

    public int executeUpdate() throws SQLException {
        return Math.toIntExact(update(now()));
    }

    public long executeLargeUpdate() throws SQLException {
        return update(now());
    }

    public boolean execute() throws SQLException {
        return run(now());
    }

    public void addBatch() throws SQLException {
        add(now());
    }

    private Change now() throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] == NOT_SET) {
                throw new SQLException("parameter " + (i + 1) + " of '" + sql + "' is not set", "07001");
            }
        }
        return new Change(sql, arguments.clone(), keys);
    }

    public void clearParameters() {
        Arrays.fill(arguments, NOT_SET);
    }

    public ParameterMetaData getParameterMetaData() {
        return PartialProxy.as(ParameterMetaData.class, new Parameters(arguments.length));
    }

    /** Returns the columns of the last result; null before the first result. */
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        final ResultSet last = getResultSet();
        return last == null ? null : last.getMetaData();
    }

    private void set(int parameter, @Nullable Object value) throws SQLException {
        if (parameter < 1 || parameter > arguments.length) {
            throw new SQLException(
                    "there is no parameter " + parameter + " in '" + sql + "', which has only " + arguments.length,
                    "07009");
        }
        arguments[parameter - 1] = value;
    }

    public void setNull(int parameter, int type) throws SQLException {
        set(parameter, null);
    }

    public void setNull(int parameter, int type, String typeName) throws SQLException {
        set(parameter, null);
    }

    public void setBytes(int parameter, byte @Nullable [] value) throws SQLException {
        set(parameter, value == null ? null : value.clone());
    }

    public void setDate(int parameter, @Nullable Date value, @Nullable Calendar calendar) throws SQLException {
        set(parameter, value == null ? null : Times.dateTime(value, calendar).toLocalDate());
    }

    public void setTime(int parameter, @Nullable Time value, @Nullable Calendar calendar) throws SQLException {
        set(parameter, value == null ? null : local(value, calendar).toLocalTime());
    }

    public void setTimestamp(int parameter, @Nullable Timestamp value, @Nullable Calendar calendar)
            throws SQLException {
        set(parameter, value == null ? null : local(value, calendar));
    }

    private static LocalDateTime local(java.util.Date value, @Nullable Calendar calendar) throws SQLException {
        if (!Times.isDefault(calendar)) {
            throw Refused.because(
                    "a " + value.getClass().getSimpleName() + " with a Calendar of another zone than the JVM's",
                    "the driver does not know whether the column has a zone: use setObject(parameter, OffsetDateTime)"
                            + " if it has one, or setObject(parameter, LocalDateTime or LocalTime) if it has none");
        }
        return Times.dateTime(value, calendar);
    }

    /** Sets a value. {@link PartialProxy} implements the setters for one type, such as setInt, by calling this method. */
    public void setObject(int parameter, @Nullable Object value) throws SQLException {
        set(parameter, Arguments.of(value));
    }

    /** Converts the value to a type before setting it, for example in {@code setObject(1, "5", Types.INTEGER)}. */
    public void setObject(int parameter, @Nullable Object value, int type) throws SQLException {
        set(parameter, Arguments.of(value, type));
    }

    public void setObject(int parameter, @Nullable Object value, int type, int scale) throws SQLException {
        final Object made = Arguments.of(value, type);
        set(parameter, made instanceof BigDecimal number ? number.setScale(scale, RoundingMode.HALF_UP) : made);
    }

    public void setObject(int parameter, @Nullable Object value, SQLType type) throws SQLException {
        set(parameter, Arguments.of(value, type.getVendorTypeNumber()));
    }

    @Override
    public String toString() {
        return "'" + sql + "'";
    }
}
