package dev.sluice.service.jdbc;

import dev.sluice.testsupport.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** The databases that the dialects are tried on, each empty and with the same two tables. */
enum TestDatabase {
    POSTGRESQL("BYTEA", 6),
    HSQLDB("VARBINARY(20)", 9),
    H2("VARBINARY(20)", 9);

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String bytes;
    private final int fraction;

    TestDatabase(String bytes, int fraction) {
        this.bytes = bytes;
        this.fraction = fraction;
    }

    Connection open() throws SQLException {
        final String name = "dialect" + NUMBER.incrementAndGet();
        final Connection connection = switch (this) {
            case POSTGRESQL ->
                DriverManager.getConnection(
                        PostgresServer.shared().createDatabase(name),
                        PostgresServer.shared().user(),
                        "");
            case HSQLDB -> DriverManager.getConnection("jdbc:hsqldb:mem:" + name + ";shutdown=true", "sa", "");
            case H2 -> DriverManager.getConnection("jdbc:h2:mem:" + name, "sa", "");
        };
        try (Statement statement = connection.createStatement()) {
            fill(statement);
        }
        return connection;
    }

    private void fill(Statement statement) throws SQLException {
        statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR(20), price DECIMAL(10,2),"
                + " ts TIMESTAMP(" + fraction + "), dt DATE, tm TIME(" + fraction + "), moment TIMESTAMP(" + fraction
                + ") WITH TIME ZONE, u UUID, b " + bytes
                + ", dbl DOUBLE PRECISION, ok BOOLEAN, code CHAR(5), i INTEGER,"
                + " arr " + (this == HSQLDB ? "DOUBLE" : "DOUBLE PRECISION") + " ARRAY)");
        statement.execute(
                "INSERT INTO t VALUES (1, 'a', 1.25, TIMESTAMP '2020-01-02 03:04:05.123456', DATE '2020-01-02',"
                        + " TIME '01:02:03', NULL, CAST('11111111-2222-3333-4444-555555555555' AS UUID), NULL, 0.1, TRUE, 'x', 1,"
                        + " ARRAY[1.5, 2.5])");
        statement.execute(
                "INSERT INTO t VALUES (2, 'b', 2.50, TIMESTAMP '2020-01-02 03:04:05.1', DATE '1582-10-04', NULL,"
                        + " NULL, NULL, NULL, -1E300, FALSE, 'yy', 2, NULL)");
        statement.execute("INSERT INTO t (id, name, price, dt) VALUES (3, 'it''s é ?', 3.00, DATE '9999-12-31')");
        statement.execute("INSERT INTO t (id, name) VALUES (4, ''), (5, NULL), (6, 'b'), (7, 'b ')");
        statement.execute(
                "CREATE TABLE o (id BIGINT PRIMARY KEY, t_id BIGINT, amount DECIMAL(12,4), note VARCHAR(50))");
        statement.execute("CREATE VIEW v AS SELECT id, t_id FROM o WHERE id > 5");
        statement.execute("CREATE VIEW vv AS SELECT x.id, y.t_id FROM v x JOIN v y ON x.id = y.t_id");
        for (int i = 0; i < 40; i++) {
            statement.execute("INSERT INTO o VALUES (" + i + ", " + i % 7 + ", " + (i * 37 % 11) + ".0" + i + ", 'n"
                    + i % 5 + "')");
        }
    }
}
