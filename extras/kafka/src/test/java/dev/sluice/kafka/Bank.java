package dev.sluice.kafka;

import dev.sluice.testsupport.LocalPorts;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.hsqldb.server.Server;

/** A database with accounts, which processes reach by its address. */
final class Bank implements AutoCloseable {

    private final Server server = new Server();
    private final String url;
    private final Connection connection;

    Bank(String schema) throws SQLException {
        server.setSilent(true);
        server.setLogWriter(null);
        server.setNoSystemExit(true);
        server.setAddress("127.0.0.1");
        server.setPort(LocalPorts.free());
        server.setDatabaseName(0, "bank");
        server.setDatabasePath(0, "mem:" + UUID.randomUUID() + ";hsqldb.tx=mvcc");
        server.start();
        url = "jdbc:hsqldb:hsql://127.0.0.1:" + server.getPort() + "/bank";
        connection = DriverManager.getConnection(url, "SA", "");
        execute(schema);
    }

    String url() {
        return url;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The rows of a query of two numbers. */
    Map<Integer, Long> numbers(String sql) throws SQLException {
        final Map<Integer, Long> numbers = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                numbers.put(rows.getInt(1), rows.getLong(2));
            }
        }
        return numbers;
    }

    @Override
    public void close() throws SQLException {
        try {
            connection.close();
        } finally {
            server.stop();
        }
    }
}
