package dev.sluice.service.generated;

import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** The oracle: one connection that commits by itself, one statement at a time. */
public final class PlainJdbc {

    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSSSSS", Locale.ROOT);

    private final Connection connection;
    private final Product product;

    /** The connection commits by itself. */
    PlainJdbc(Connection connection, Product product) {
        this.connection = connection;
        this.product = product;
    }

    Answer answer(Step step) throws SQLException {
        if (step.refused()) {
            return Answer.REFUSED;
        }
        final Step.Shape shape = step.shape();
        if (product != Product.SQLITE) { // its driver sets that before it connects only
            connection.setReadOnly(!shape.update());
        }
        try (PreparedStatement statement = prepare(shape, step.arguments())) {
            bind(statement, shape, step.arguments());
            if (!statement.execute()) {
                return Answer.updated(statement.getUpdateCount());
            }
            try (ResultSet rows = statement.getResultSet()) {
                final Found found = read(rows);
                return found.rows().isEmpty() && shape.role() == Step.Role.LOOKUP
                        ? Answer.NOT_FOUND
                        : Answer.rows(found.names(), found.rows(), shape.ordered());
            }
        } catch (final SQLException e) {
            return Answer.failed(Objects.toString(e.getSQLState(), ""), e.getMessage());
        } catch (final RuntimeException e) {
            return Answer.failed("", e.toString());
        }
    }

    /**
     * As it is written, on HSQLDB and H2 too. On MariaDB and Derby the gateway promises the argument's own type: there reads
     * say it, unless the database takes the statement only without.
     */
    private PreparedStatement prepare(Step.Shape shape, Object[] values) throws SQLException {
        final String plain = shape.sql();
        if (!product.castsParameters() || shape.update()) {
            return connection.prepareStatement(plain);
        }
        final List<String> parameters = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            final Optional<String> type = castType(typeOf(shape, values, i), values[i]);
            if (type.isEmpty()) {
                return connection.prepareStatement(plain);
            }
            parameters.add(type.get().isEmpty() ? "?" : "CAST(? AS " + type.get() + ")");
        }
        try {
            return connection.prepareStatement(shape.sql(parameters::get));
        } catch (final SQLException e) {
            return connection.prepareStatement(plain);
        }
    }

    private static ValueType typeOf(Step.Shape shape, Object[] values, int index) {
        if (values[index] != null) {
            return Arguments.of(values).type(index);
        }
        return shape.typed() ? shape.parameters().get(index).argument() : ValueType.NULL;
    }

    /** The type to say, empty text where the parameter needs none; nothing if it has to be left to the database. */
    private Optional<String> castType(ValueType type, Object value) {
        return product == Product.MARIADB ? mariaDbType(type) : derbyType(type, value);
    }

    /** Its driver writes numbers and texts into the statement; of doubles it is not to be seen that they are. */
    private static Optional<String> mariaDbType(ValueType type) {
        return switch (type) {
            case LONG, BOOLEAN, DECIMAL, TEXT -> Optional.of("");
            case DOUBLE -> Optional.of("DOUBLE");
            case DATE -> Optional.of("DATE");
            case TIMESTAMP -> Optional.of("DATETIME(6)");
            case UUID -> Optional.of("UUID");
            default -> Optional.empty();
        };
    }

    /** It wants a type of each, and has none for a UUID. */
    private static Optional<String> derbyType(ValueType type, Object value) {
        return switch (type) {
            case LONG -> Optional.of("BIGINT");
            case DOUBLE -> Optional.of("DOUBLE PRECISION");
            case BOOLEAN -> Optional.of("BOOLEAN");
            case DECIMAL ->
                Optional.of("DECIMAL(31, " + (value instanceof BigDecimal d ? Math.max(0, d.scale()) : 0) + ")");
            case TEXT -> Optional.of("VARCHAR(32672)");
            case DATE -> Optional.of("DATE");
            case TIMESTAMP -> Optional.of("TIMESTAMP");
            default -> Optional.empty();
        };
    }

    void bind(PreparedStatement statement, Step.Shape shape, Object[] values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                statement.setNull(i + 1, sqlType(typeOf(shape, values, i)));
            } else if (values[i] instanceof BigDecimal number) {
                statement.setBigDecimal(i + 1, number);
            } else {
                statement.setObject(i + 1, product == Product.DERBY ? forDerby(values[i]) : values[i]);
            }
        }
    }

    /** Its driver knows neither java.time nor UUIDs. */
    private static Object forDerby(Object value) {
        if (value instanceof LocalDateTime moment) {
            return moment.format(MOMENT);
        }
        return value instanceof LocalDate || value instanceof UUID ? value.toString() : value;
    }

    private int sqlType(ValueType type) {
        return switch (type) {
            case LONG -> Types.BIGINT;
            case DOUBLE -> Types.DOUBLE;
            case BOOLEAN -> Types.BOOLEAN;
            case DECIMAL -> Types.NUMERIC;
            case TEXT -> Types.VARCHAR;
            case DATE -> Types.DATE;
            case TIMESTAMP -> Types.TIMESTAMP;
            case UUID ->
                product == Product.POSTGRESQL ? Types.OTHER : product == Product.DERBY ? Types.VARCHAR : Types.BINARY;
            default -> product == Product.DERBY ? Types.VARCHAR : Types.NULL;
        };
    }

    /**
     * What a query finds.
     *
     * @param classes the class that the driver says each column has
     */
    record Found(List<String> names, List<String> classes, List<List<Object>> rows) {}

    /** Runs one query. */
    Found found(Step.Shape shape, Object[] arguments) throws SQLException {
        try (PreparedStatement statement = prepare(shape, arguments)) {
            bind(statement, shape, arguments);
            try (ResultSet found = statement.executeQuery()) {
                return read(found);
            }
        }
    }

    /** Gives decimals their digits before the point, as the gateway writes them. */
    private static Object plain(Object value) {
        return value instanceof BigDecimal number && number.scale() < 0 ? number.setScale(0) : value;
    }

    private static Found read(ResultSet found) throws SQLException {
        final ResultSetMetaData columns = found.getMetaData();
        final List<String> names = new ArrayList<>();
        final List<String> classes = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnLabel(i));
            classes.add(columns.getColumnClassName(i));
        }
        final List<List<Object>> rows = new ArrayList<>();
        while (found.next()) {
            final List<Object> row = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                row.add(plain(value(found, i)));
            }
            rows.add(row);
        }
        return new Found(names, classes, rows);
    }

    /** By the class that the driver gives, not by the column's type. */
    public static Object value(ResultSet found, int column) throws SQLException {
        final Object value = found.getObject(column);
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Float number) {
            return number.doubleValue();
        }
        final boolean derby = found.getClass().getName().startsWith("org.apache.derby.");
        if (value instanceof java.sql.Date) {
            return derby ? LocalDate.parse(found.getString(column)) : found.getObject(column, LocalDate.class);
        }
        if (value instanceof java.sql.Time) {
            return found.getObject(column, LocalTime.class);
        }
        if (value instanceof java.sql.Timestamp) {
            return derby
                    ? LocalDateTime.parse(found.getString(column).replace(' ', 'T'))
                    : found.getObject(column, LocalDateTime.class);
        }
        if (value instanceof OffsetDateTime time) {
            return time.withOffsetSameInstant(ZoneOffset.UTC).toInstant();
        }
        if (value == null
                || value instanceof Long
                || value instanceof Double
                || value instanceof BigDecimal
                || value instanceof Boolean
                || value instanceof String
                || value instanceof UUID
                || value instanceof Instant
                || value instanceof byte[]) {
            return value;
        }
        return new OtherValue(
                found.getMetaData().getColumnTypeName(column).toLowerCase(Locale.ROOT), found.getString(column));
    }
}
