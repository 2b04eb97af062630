package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.generated.PlainJdbc;
import dev.sluice.service.memory.InMemoryRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Requests through a gateway and by a plain loop over one JDBC connection with auto-commit, each on a database of its
 * own: results and tables are to be equal.
 */
abstract class AsIfAlone extends JdbcTest {

    private enum Kind {
        LOOKUP,
        QUERY,
        UPDATE,
        /** A query that the gateway is sent as an update. */
        CALL
    }

    /** SQL with its arguments. */
    private record Step(Kind kind, String sql, Object... arguments) {

        @Override
        public String toString() {
            return kind + " " + sql + " " + Arrays.toString(arguments);
        }
    }

    private final List<String> schema = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final List<String> tables = new ArrayList<>();

    /** A new, empty database. */
    abstract Database made() throws SQLException;

    /** For another program. */
    final void clear() {
        schema.clear();
        steps.clear();
        tables.clear();
    }

    final void schema(String... statements) {
        schema.addAll(List.of(statements));
    }

    /** Queries whose rows are compared at the end. */
    final void tables(String... queries) {
        tables.addAll(List.of(queries));
    }

    final void update(String sql, Object... arguments) {
        steps.add(new Step(Kind.UPDATE, sql, arguments));
    }

    final void call(String sql, Object... arguments) {
        steps.add(new Step(Kind.CALL, sql, arguments));
    }

    final void query(String sql, Object... arguments) {
        steps.add(new Step(Kind.QUERY, sql, arguments));
    }

    /** A declared one. */
    final void lookup(String sql, Object... arguments) {
        steps.add(new Step(Kind.LOOKUP, sql, arguments));
    }

    /** @param limit the most requests of a chunk, and of a transaction */
    final void assertAsIfAlone(int limit) throws SQLException {
        final Database alone = filled();
        final List<String> expected = plain(alone, steps);
        final Database shared = filled();
        final List<InMemoryRun.Result> results = throughGateway(shared, limit);
        final List<String> differences = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            final String said = shown(results.get(i));
            if (!said.equals(expected.get(i))) {
                differences.add(i + ". " + steps.get(i) + ": " + said + ", and alone " + expected.get(i));
            }
        }
        assertEquals("", String.join("\n", differences));
        assertTablesEqual(alone, shared);
    }

    /**
     * Compares what the gateway does not refuse.
     *
     * @return the messages of the refusals
     */
    final List<String> assertAsIfAloneWithoutTheRefused(int limit) throws SQLException {
        final Database shared = filled();
        final List<InMemoryRun.Result> results = throughGateway(shared, limit);
        final List<Step> taken = new ArrayList<>();
        final List<String> said = new ArrayList<>();
        final List<String> refusals = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).toString().equals("NOT_ALLOWED")) {
                refusals.add(results.get(i).failure().message());
            } else {
                taken.add(steps.get(i));
                said.add(shown(results.get(i)));
            }
        }
        final Database alone = filled();
        assertEquals(plain(alone, taken), said);
        assertTablesEqual(alone, shared);
        return refusals;
    }

    private void assertTablesEqual(Database alone, Database shared) throws SQLException {
        for (final String query : tables) {
            assertEquals(alone.rows(query), shared.rows(query), query);
        }
    }

    private Database filled() throws SQLException {
        final Database database = made();
        database.execute(schema.toArray(String[]::new));
        return database;
    }

    private List<InMemoryRun.Result> throughGateway(Database database, int limit) {
        final JdbcGateway gateway = gateway(
                database,
                "adHoc: true\nupdatesPerTransaction: " + limit + "\n",
                "chunk:\n  limit: " + limit + "\n" + lookups());
        for (final Step step : steps) {
            switch (step.kind()) {
                case LOOKUP -> gateway.lookup(name(step.sql()), step.arguments());
                case QUERY -> gateway.query(step.sql(), step.arguments());
                case UPDATE, CALL -> gateway.update(step.sql(), step.arguments());
            }
        }
        return gateway.results();
    }

    private String lookups() {
        final String declared = steps.stream()
                .filter(step -> step.kind() == Kind.LOOKUP)
                .map(Step::sql)
                .distinct()
                .map(sql -> "  " + name(sql) + ":\n    sql: |\n      " + sql + "\n")
                .collect(Collectors.joining());
        return declared.isEmpty() ? "" : "lookups:\n" + declared;
    }

    private static String name(String sql) {
        return "l" + Integer.toHexString(sql.hashCode());
    }

    /** Not the code: databases have none for some failures, or give the driver's own. */
    private static String shown(InMemoryRun.Result result) {
        return result.failure() == null
                ? result.toString()
                : result.failure().kind().toString();
    }

    /** What a connection of the loop is given back after an update, if it has anything that must not last. */
    void restore(Connection connection) throws SQLException {}

    private List<String> plain(Database database, List<Step> steps) throws SQLException {
        final List<String> said = new ArrayList<>();
        try (Connection connection = database.connect()) {
            for (final Step step : steps) {
                said.add(plain(connection, step));
                restore(connection);
            }
        }
        return said;
    }

    private static String plain(Connection connection, Step step) {
        try (PreparedStatement statement = connection.prepareStatement(step.sql())) {
            for (int i = 0; i < step.arguments().length; i++) {
                statement.setObject(i + 1, step.arguments()[i]);
            }
            if (step.kind() == Kind.UPDATE) {
                return "updated " + statement.executeUpdate();
            }
            try (ResultSet found = statement.executeQuery()) {
                final String rows = rows(found);
                return step.kind() == Kind.LOOKUP && rows.equals("[]") ? "not found" : rows;
            }
        } catch (final SQLException e) {
            return "REJECTED";
        }
    }

    private static String rows(ResultSet found) throws SQLException {
        final ResultSetMetaData columns = found.getMetaData();
        final List<String> rows = new ArrayList<>();
        while (found.next()) {
            final Map<String, String> row = new LinkedHashMap<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                row.put(columns.getColumnLabel(i), Objects.toString(PlainJdbc.value(found, i)));
            }
            rows.add(row.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(", ", "{", "}")));
        }
        return rows.toString();
    }
}
