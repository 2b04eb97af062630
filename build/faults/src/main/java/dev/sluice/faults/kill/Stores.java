package dev.sluice.faults.kill;

import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Creates new databases for each round. */
public interface Stores extends AutoCloseable {

    /** The gateway's names for the databases of a round. */
    List<String> NAMES = List.of("main", "other");

    /** Creates an empty database with a name, for the round with the given directory. */
    Store create(Path round, String name) throws IOException, SQLException;

    /** Creates a database with a name and its tables, for the round with the given directory. */
    default Store create(Path round, String name, Store.Tables tables) throws IOException, SQLException {
        final Store store = create(round, name);
        try (Connection connection = store.connect()) {
            tables.create(connection);
        }
        return store;
    }

    /** Kills the server as {@code kill -9} does, if it is a separate process; {@link #start} starts it again. */
    default void kill() {}

    /** Starts the server again with its old files. */
    default void start() {}

    @Override
    default void close() {}

    /** A database of a round. */
    interface Store {

        /** Returns the URL for the gateway. */
        String url();

        String user();

        default Connection connect() throws SQLException {
            return DriverManager.getConnection(url(), user(), "");
        }

        /** Connects for reading while no gateway runs, without changing the state that the next gateway finds. */
        default Connection inspect() throws IOException, SQLException {
            return connect();
        }

        /** Returns the first two columns of the rows of a query, which are numbers; the second one for each first one. */
        static Map<Long, Long> numbers(Connection connection, String sql, long... arguments) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < arguments.length; i++) {
                    statement.setLong(i + 1, arguments[i]);
                }
                try (ResultSet rows = statement.executeQuery()) {
                    final Map<Long, Long> numbers = new TreeMap<>();
                    while (rows.next()) {
                        numbers.put(rows.getLong(1), rows.getLong(2));
                    }
                    return numbers;
                }
            }
        }

        /**
         * Adds the database to a gateway's configuration.
         *
         * @param name the gateway's name for the database
         * @param way the URL by which the gateway reaches the database
         */
        default void declare(GatewayYaml yaml, String name, String way) {
            final String database = "databases." + name + ".";
            yaml.with(database + "url", way)
                    .with(database + "user", user())
                    .with(database + "maxBackoff", "1s")
                    .with(database + "updates", "exactly-once");
        }

        /** Returns the database as a {@link Restorable}, if databases of this kind can be set back. */
        default Restorable restorable() {
            throw new UnsupportedOperationException(url() + " is not set back");
        }

        /** Deletes the database and its backup. */
        void drop() throws IOException, SQLException;

        /** Creates and fills the tables of a new database. */
        @FunctionalInterface
        interface Tables {
            void create(Connection connection) throws SQLException;
        }
    }
}
