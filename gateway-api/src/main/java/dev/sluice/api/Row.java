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
 * One row of a result. Columns are read by name, ignoring case, or by index from 0.
 *
 * <p>The typed getters convert a value only if no information is lost, for example a long that fits an int, or a long to a
 * decimal. Otherwise they throw {@link IllegalStateException} with the column and its value. For NULL a getter of a primitive
 * type throws, {@link #find} returns an empty {@link Optional}, and the other getters return {@code null}.
 */
public final class Row {

    private final Columns columns;
    private final @Nullable Object[] values;

    private Row(Columns columns, @Nullable Object[] values) {
        this.columns = columns;
        this.values = values;
    }

    /**
     * Returns a row with the given values. The array is not copied, so the caller must not change it afterwards.
     *
     * @throws IllegalArgumentException if the number of columns and the number of values differ
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

    /** Returns the value without conversion: {@code null}, or a value of one of the types of {@link ValueType}. */
    public @Nullable Object get(int column) {
        return values[checked(column)];
    }

    /** Returns the value without conversion: {@code null}, or a value of one of the types of {@link ValueType}. */
    public @Nullable Object get(String column) {
        return values[columns.indexOf(column)];
    }

    /** Returns the value converted to that type; empty if the value is NULL. */
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

    /** Returns the value of the column with that index, converted to that type, or {@code null}. */
    public <T> @Nullable T get(int column, Class<T> type) {
        return Conversion.convert(values[checked(column)], type, columns, column);
    }

    /**
     * Returns the row as a user-defined record. A component gets the value of the column with the same name; case, underscores
     * and dots are ignored, so {@code firstName} gets the value of {@code FIRST_NAME}. If a component {@code holder} is itself a
     * record, it gets the values of the columns that begin with {@code holder.}; the component is {@code null} if all these
     * values are NULL. Columns without a component are ignored.
     *
     * @throws IllegalArgumentException if {@code type} has a component without a column; the message names it and lists the
     *     columns
     * @throws IllegalStateException if a value does not fit its component
     */
    public <T extends Record> T as(Class<T> type) {
        return Conversion.toRecord(type, columns, values);
    }

    /** Returns the row as an unmodifiable map from column name to value, in column order; NULL becomes {@code null}. */
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
            throw new IndexOutOfBoundsException("there is no column " + column + ", counted from 0: the "
                    + values.length + " columns are " + columns);
        }
        return column;
    }

    /** Two rows are equal if their columns and their values are equal; arrays are compared by content. */
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
