package dev.sluice.service.jdbc;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.jdbc.dialect.ChunkForm;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.Signature;
import java.sql.Array;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/** Asks a form by the rules of {@link ChunkForm}, and nothing more, so that the dialects are tested without the backend. */
record Asking(Connection connection, Dialect dialect, Signature signature) {

    /** An answer: the columns' names, and rows as lists. */
    record Answer(List<String> columns, List<List<Object>> rows) {}

    Answer single(String sql, Arguments arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, 1, arguments);
            return read(statement);
        }
    }

    List<List<List<Object>>> chunk(ChunkForm form, List<Arguments> items) throws SQLException {
        final int room = form.room(items.size());
        try (PreparedStatement statement = connection.prepareStatement(form.sql(room))) {
            if (form.arrays()) {
                bindArrays(statement, items);
            } else {
                for (int i = 0, index = 1; i < room; i++) {
                    index = bind(statement, index, items.get(Math.min(i, items.size() - 1)));
                }
            }
            final List<List<List<Object>>> byItem = new ArrayList<>();
            items.forEach(item -> byItem.add(new ArrayList<>()));
            for (final List<Object> row : read(statement).rows()) {
                final int number = ((Number) row.get(0)).intValue();
                if (number < items.size()) {
                    byItem.get(number).add(row.subList(1, row.size()));
                }
            }
            return byItem;
        }
    }

    private void bindArrays(PreparedStatement statement, List<Arguments> items) throws SQLException {
        if (signature.count() == 0) {
            statement.setInt(1, items.size());
        }
        for (int p = 0; p < signature.count(); p++) {
            final int parameter = p;
            final Object[] values =
                    items.stream().map(a -> a.values().get(parameter)).toArray();
            final String type =
                    dialect.elementType(signature.parameters().get(p).value());
            statement.setArray(p + 1, connection.createArrayOf(type, values));
        }
    }

    private int bind(PreparedStatement statement, int from, Arguments arguments) throws SQLException {
        int index = from;
        for (int p = 0; p < signature.count(); p++) {
            final Object value = arguments.values().get(p);
            final ValueType type = signature.parameters().get(p).value();
            if (value == null) {
                statement.setNull(index++, dialect.jdbcType(type));
            } else if (value instanceof double[] doubles) {
                final Object[] boxed = DoubleStream.of(doubles).boxed().toArray();
                statement.setArray(index++, connection.createArrayOf(dialect.elementType(type), boxed));
            } else if (value instanceof Instant instant) {
                statement.setObject(index++, instant.atOffset(ZoneOffset.UTC));
            } else {
                statement.setObject(index++, value);
            }
        }
        return index;
    }

    static Answer read(PreparedStatement statement) throws SQLException {
        final List<List<Object>> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            final ResultSetMetaData columns = result.getMetaData();
            final List<String> names = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                names.add(columns.getColumnLabel(i));
            }
            while (result.next()) {
                final List<Object> row = new ArrayList<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    row.add(value(result, i, columns));
                }
                rows.add(row);
            }
            return new Answer(names, rows);
        }
    }

    private static Object value(ResultSet result, int column, ResultSetMetaData columns) throws SQLException {
        // PostgreSQL's driver calls it a TIMESTAMP
        final boolean instant = columns.getColumnTypeName(column).equals("timestamptz");
        final int type = instant ? Types.TIMESTAMP_WITH_TIMEZONE : columns.getColumnType(column);
        final Object value = switch (type) {
            case Types.DATE -> result.getObject(column, LocalDate.class);
            case Types.TIME -> result.getObject(column, LocalTime.class);
            case Types.TIMESTAMP -> result.getObject(column, LocalDateTime.class);
            case Types.TIMESTAMP_WITH_TIMEZONE -> result.getObject(column, OffsetDateTime.class);
            default -> result.getObject(column);
        };
        if (value instanceof Array array) {
            return Arrays.asList((Object[]) array.getArray());
        }
        return value instanceof byte[] bytes ? Arrays.toString(bytes) : value;
    }
}
