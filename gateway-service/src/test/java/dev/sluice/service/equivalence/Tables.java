package dev.sluice.service.equivalence;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** The tables that programs work on. */
final class Tables {

    private static final List<String> NAMES = List.of("amount", "counter", "contract", "customer", "shape");

    /** Programs give its columns each other's names. */
    private static final List<String> SHAPE = List.of("ID", "A", "B");

    private Tables() {}

    static void create(Connection connection, Product product) throws SQLException {
        final boolean postgres = product == Product.POSTGRESQL;
        final boolean mariaDb = product == Product.MARIADB;
        final boolean derby = product == Product.DERBY;
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(20) NOT NULL,"
                    + " email VARCHAR(40) UNIQUE, birth DATE, balance NUMERIC(12, 2) DEFAULT 0 CHECK (balance >= -100),"
                    + " seen " + (mariaDb ? "DATETIME(6)" : derby ? "TIMESTAMP" : "TIMESTAMP(6)")
                    + ", ref " + (derby ? "CHAR(36)" : "UUID") + ", small SMALLINT, active BOOLEAN)");
            // PostgreSQL checks this key at the end of a transaction: under autocommit, of each statement.
            statement.execute("CREATE TABLE contract (id BIGINT PRIMARY KEY, customer_id BIGINT NOT NULL"
                    + " REFERENCES customer (id)" + (postgres ? " DEFERRABLE INITIALLY DEFERRED" : "")
                    + ", premium NUMERIC(10, 3), note VARCHAR(30), divisor INTEGER)");
            statement.execute("CREATE TABLE counter (name VARCHAR(10) PRIMARY KEY, n BIGINT NOT NULL)");
            statement.execute("CREATE TABLE amount (k NUMERIC(20, 5) NOT NULL, label VARCHAR(10), d DOUBLE PRECISION)");
            createShape(statement);
        }
    }

    private static void createShape(Statement statement) throws SQLException {
        statement.execute("CREATE TABLE shape (id BIGINT PRIMARY KEY, a BIGINT, b VARCHAR(10))");
    }

    private static List<String> columns(Statement statement, String table) throws SQLException {
        try (ResultSet found = statement.executeQuery("SELECT * FROM " + table)) {
            final List<String> columns = new ArrayList<>();
            for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                columns.add(found.getMetaData().getColumnLabel(i).toUpperCase(Locale.ROOT));
            }
            return columns;
        }
    }

    /** The same content for the same seed. */
    static void fill(Connection connection, long seed) throws SQLException {
        final Random random = new Random(seed);
        try (Statement statement = connection.createStatement()) {
            for (final String table : NAMES) {
                statement.executeUpdate("DELETE FROM " + table);
            }
            if (!columns(statement, "shape").equals(SHAPE)) {
                statement.execute("DROP TABLE shape");
                createShape(statement);
            }
        }
        insert(
                connection,
                "INSERT INTO customer (id, name, email, birth, balance, seen, ref, small, active)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                10,
                id -> new Object[] {
                    id,
                    "name" + random.nextInt(6),
                    random.nextInt(4) == 0 ? null : id + "@example.org",
                    Argument.DATE.draw(random),
                    BigDecimal.valueOf(random.nextInt(1_000)),
                    Argument.TIMESTAMP.draw(random),
                    Argument.REFERENCE.draw(random),
                    random.nextInt(100),
                    random.nextBoolean()
                });
        insert(
                connection,
                "INSERT INTO contract (id, customer_id, premium, note, divisor) VALUES (?, ?, ?, ?, ?)",
                12,
                id -> new Object[] {
                    id,
                    1L + random.nextInt(6),
                    BigDecimal.valueOf(random.nextInt(3_000), 2),
                    random.nextInt(3) == 0 ? "note" + random.nextInt(3) : "" + random.nextInt(50),
                    random.nextInt(3)
                });
        insert(connection, "INSERT INTO shape (id, a, b) VALUES (?, ?, ?)", 5, id ->
                new Object[] {id, (long) random.nextInt(100), Argument.KEY.draw(random)});
        insert(connection, "INSERT INTO counter (name, n) VALUES (?, ?)", 3, id ->
                new Object[] {List.of("a", "b", "c").get((int) id - 1), (long) random.nextInt(10)});
        insert(connection, "INSERT INTO amount (k, label, d) VALUES (?, ?, ?)", 6, id -> new Object[] {
            BigDecimal.valueOf(random.nextInt(30), 1), Argument.KEY.draw(random), random.nextInt(8) / 4.0
        });
    }

    private interface Values {
        Object[] of(long id);
    }

    private static void insert(Connection connection, String sql, int rows, Values values) throws SQLException {
        final boolean derby = connection.getMetaData().getDatabaseProductName().equals("Apache Derby");
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (long id = 1; id <= rows; id++) {
                final Object[] row = values.of(id);
                for (int i = 0; i < row.length; i++) {
                    statement.setObject(i + 1, derby ? Reference.forDerby(row[i]) : row[i]);
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** Everything that is in the tables, whatever its order. */
    static Map<String, List<String>> contents(Connection connection) throws SQLException {
        final Map<String, List<String>> contents = new TreeMap<>();
        try (Statement statement = connection.createStatement()) {
            for (final String table : NAMES) {
                final List<String> rows = new ArrayList<>();
                rows.add(columns(statement, table).toString());
                try (ResultSet found = statement.executeQuery("SELECT * FROM " + table)) {
                    while (found.next()) {
                        final List<String> row = new ArrayList<>();
                        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                            row.add(String.valueOf(Reference.value(found, i)));
                        }
                        rows.add(row.toString());
                    }
                }
                Collections.sort(rows);
                contents.put(table, rows);
            }
        }
        return contents;
    }
}
