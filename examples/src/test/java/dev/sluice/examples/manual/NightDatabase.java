package dev.sluice.examples.manual;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.hsqldb.server.Server;
import org.hsqldb.server.ServerConstants;

/** The database of the stories: HSQLDB's server, with customers and contracts. */
public final class NightDatabase {

    /** Where it says its process id once it takes connections. */
    static final String READY = "database.pid";

    private static final int CONTRACTS = 9_000;
    private static final String USER = "SA";
    private static final long LOOK_MILLIS = 50;

    private NightDatabase() {}

    /** {@code serve}, {@code stop}, or SQL to run. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "serve" -> serve();
            case "stop" -> System.out.println(execute("SHUTDOWN"));
            default -> System.out.println(execute(args[0]));
        }
    }

    private static int port() {
        return Integer.parseInt(System.getenv("DATABASE_PORT"));
    }

    private static void serve() throws Exception {
        final Server server = new Server();
        server.setSilent(true);
        server.setLogWriter(null);
        server.setNoSystemExit(true);
        server.setAddress("127.0.0.1");
        server.setPort(port());
        server.setDatabaseName(0, "letters");
        server.setDatabasePath(0, "file:data/database/letters;hsqldb.lock_file=false");
        server.start();
        if (Files.notExists(Path.of("database.made"))) {
            make();
            Files.createFile(Path.of("database.made"));
        }
        Files.writeString(Path.of(READY), String.valueOf(ProcessHandle.current().pid()));
        while (server.getState() != ServerConstants.SERVER_STATE_SHUTDOWN) {
            Thread.sleep(LOOK_MILLIS); // a program, not a test: it ends with its server
        }
        Files.delete(Path.of(READY));
    }

    /** The third of each thousand contracts is signed after its letter: somebody mistyped the year. */
    private static void make() throws SQLException {
        execute("SET FILES WRITE DELAY FALSE");
        execute("SET DATABASE TRANSACTION CONTROL MVCC");
        execute("CREATE TABLE customer (id BIGINT PRIMARY KEY, first_name VARCHAR(100), last_name VARCHAR(100))");
        execute("CREATE TABLE contract (id BIGINT PRIMARY KEY, signed DATE NOT NULL, last_letter DATE,"
                + " CONSTRAINT letter_behind_signature CHECK (last_letter >= signed))");
        final String ids = " FROM UNNEST(SEQUENCE_ARRAY(1, " + CONTRACTS + ", 1)) AS n(id)";
        execute("INSERT INTO customer SELECT id, 'Ada', 'Brandt ' || id" + ids);
        execute("INSERT INTO contract SELECT id, CASE WHEN MOD(id, 1000) = 3 THEN DATE '2072-05-01'"
                + " ELSE DATE '2022-05-01' END, NULL" + ids);
    }

    private static String execute(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:hsqldb:hsql://127.0.0.1:" + port() + "/letters", USER, "");
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return statement.getUpdateCount() + " rows";
            }
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }
}
