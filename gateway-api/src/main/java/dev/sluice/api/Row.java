package dev.sluice.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of a result. Columns are read by name (upper and lower case are one) or by index from 0.
 *
 * <p>The typed readers convert only where nothing is lost (a long that fits an int, a long as a decimal); otherwise they
 * throw {@link IllegalStateException} with the column and what it holds. A reader of a primitive throws on NULL; the
 * others give {@code null} there, as JDBC does; {@link #find} gives an {@link Optional}.
 */
public final class Row {

    private final Columns columns;
    private final @Nullable Object[] values;

    private Row(Columns columns, @Nullable Object[] values) {
        this.columns = columns;
        this.values = values;
    }

    /**
     * A row of these values, which are not copied: the caller gives them away.
     *
     * @throws IllegalArgumentException if the numbers of columns and values differ
     */
    public static Row of(Columns columns, @Nullable Object... values) {
        if (columns.size() != values.length) {
            throw new IllegalArgumentException(columns.size() + " columns but " + values.length + " values");
        }
        return new Row(columns, values);
    }

    public Columns columns() {
        return columns;
    }

    public int size() {
        return values.length;
    }

    /** The value as it is, of one of the types of {@link ValueType}, or {@code null}. */
    public @Nullable Object get(int column) {
        return values[checked(column)];
    }

    /** The value as it is, of one of the types of {@link ValueType}, or {@code null}. */
    public @Nullable Object get(String column) {
        return values[columns.indexOf(column)];
    }

    /** The value as that type, or empty where it is NULL. */
    public <T> Optional<T> find(String column, Class<T> type) {
        final int index = columns.indexOf(column);
        return Optional.ofNullable(Conversion.convert(values[index], type, columns, index));
    }

    public boolean isNull(int column) {
        return values[checked(column)] == null;
    }

    public boolean isNull(String column) {
        return values[columns.indexOf(column)] == null;
    }

    public boolean getBoolean(String column) {
        return Objects.requireNonNull(as(column, boolean.class));
    }

    public int getInt(String column) {
        return Objects.requireNonNull(as(column, int.class));
    }

    public long getLong(String column) {
        return Objects.requireNonNull(as(column, long.class));
    }

    public double getDouble(String column) {
        return Objects.requireNonNull(as(column, double.class));
    }

    public @Nullable String getString(String column) {
        return as(column, String.class);
    }

    public @Nullable BigDecimal getDecimal(String column) {
        return as(column, BigDecimal.class);
    }

    public @Nullable BigInteger getBigInteger(String column) {
        return as(column, BigInteger.class);
    }

    public byte @Nullable [] getBytes(String column) {
        return as(column, byte[].class);
    }

    public @Nullable LocalDate getDate(String column) {
        return as(column, LocalDate.class);
    }

    public @Nullable LocalTime getTime(String column) {
        return as(column, LocalTime.class);
    }

    public @Nullable LocalDateTime getTimestamp(String column) {
        return as(column, LocalDateTime.class);
    }

    public @Nullable Instant getInstant(String column) {
        return as(column, Instant.class);
    }

    public @Nullable UUID getUuid(String column) {
        return as(column, UUID.class);
    }

    public double @Nullable [] getDoubles(String column) {
        return as(column, double[].class);
    }

    /** The value of the column by index as that type, or {@code null}. */
    public <T> @Nullable T get(int column, Class<T> type) {
        return Conversion.convert(values[checked(column)], type, columns, column);
    }

    /**
     * The row as the user's record: components are matched to columns by name, upper and lower case and underscores
     * aside, so {@code firstName} takes {@code FIRST_NAME}. Dots do not count either, and a component that is a record takes the
     * columns below its name: {@code holder} those that begin with {@code holder.}; it is {@code null} if they all are. Columns
     * without a component are left out.
     *
     * @throws IllegalArgumentException if {@code type} has a component without a column; the message lists both
     * @throws IllegalStateException if a value does not fit its component
     */
    public <T extends Record> T as(Class<T> type) {
        return Conversion.toRecord(type, columns, values);
    }

    /** The row as an unmodifiable map from column name to value, in column order; NULL is a {@code null} value. */
    public Map<String, @Nullable Object> toMap() {
        final Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            map.putIfAbsent(columns.names().get(i), values[i]);
        }
        return Collections.unmodifiableMap(map);
    }

    private <T> @Nullable T as(String column, Class<T> type) {
        final int index = columns.indexOf(column);
        return Conversion.convert(values[index], type, columns, index);
    }

    private int checked(int column) {
        if (column < 0 || column >= values.length) {
            throw new IndexOutOfBoundsException(
                    "Column " + column + " of " + values.length + ", counted from 0: " + columns);
        }
        return column;
    }

    /** Equal columns and equal values; arrays by content. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Row that && columns.equals(that.columns) && Arrays.deepEquals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * columns.hashCode() + Arrays.deepHashCode(values);
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < values.length; i++) {
            final @Nullable Object value = values[i];
            final String shown = value instanceof byte[] bytes
                    ? bytes.length + " bytes"
                    : value instanceof double[] doubles ? Arrays.toString(doubles) : String.valueOf(value);
            text.append(i == 0 ? "" : ", ")
                    .append(columns.names().get(i))
                    .append('=')
                    .append(shown);
        }
        return text.append('}').toString();
    }
}
