package dev.sluice.service.generated;

import dev.sluice.service.equivalence.Answer;
import dev.sluice.service.equivalence.Reference;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The oracle: one connection that commits by itself, one statement at a time. */
final class PlainJdbc {

    private final Connection connection;

    PlainJdbc(Connection connection) {
        this.connection = connection;
    }

    Answer answer(Step step) throws SQLException {
        connection.setReadOnly(!step.shape().update());
        try (PreparedStatement statement =
                connection.prepareStatement(step.shape().sql())) {
            for (int i = 0; i < step.arguments().length; i++) {
                bind(
                        statement,
                        i + 1,
                        step.arguments()[i],
                        step.shape().parameters().get(i));
            }
            if (!statement.execute()) {
                return Answer.updated(statement.getUpdateCount());
            }
            try (ResultSet found = statement.getResultSet()) {
                return rows(found, step.shape());
            }
        } catch (final SQLException e) {
            return Answer.failed(Objects.toString(e.getSQLState(), ""), e.getMessage());
        }
    }

    static void bind(PreparedStatement statement, int index, Object value, Kind kind) throws SQLException {
        if (value == null) {
            statement.setNull(
                    index,
                    switch (kind.argument()) {
                        case LONG -> Types.BIGINT;
                        case DECIMAL -> Types.NUMERIC;
                        case DATE -> Types.DATE;
                        case TIMESTAMP -> Types.TIMESTAMP;
                        case UUID -> Types.OTHER;
                        default -> Types.VARCHAR;
                    });
        } else if (value instanceof BigDecimal number) {
            statement.setBigDecimal(index, number);
        } else {
            statement.setObject(index, value);
        }
    }

    /** Gives decimals their digits before the point, as the gateway writes them. */
    private static Object plain(Object value) {
        return value instanceof BigDecimal number && number.scale() < 0 ? number.setScale(0) : value;
    }

    private static Answer rows(ResultSet found, Step.Shape shape) throws SQLException {
        final ResultSetMetaData columns = found.getMetaData();
        final List<String> names = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnLabel(i));
        }
        final List<List<Object>> rows = new ArrayList<>();
        while (found.next()) {
            final List<Object> row = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                row.add(plain(Reference.value(found, i)));
            }
            rows.add(row);
        }
        return rows.isEmpty() && shape.role() == Step.Role.LOOKUP
                ? Answer.NOT_FOUND
                : Answer.rows(names, rows, shape.ordered());
    }
}
