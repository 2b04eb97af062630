package dev.sluice.faults.kill;

import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/** Makes the databases, new ones for each round. */
public interface Stores extends AutoCloseable {

    /** The gateway's names for the databases of a round. */
    List<String> NAMES = List.of("main", "other");

    /** Makes an empty database of that name, for the round that has that directory. */
    Store create(Path round, String name) throws IOException, SQLException;

    /** Makes a database of that name with its tables, for the round that has that directory. */
    default Store create(Path round, String name, Store.Tables tables) throws IOException, SQLException {
        final Store store = create(round, name);
        try (Connection connection = store.connect()) {
            tables.create(connection);
        }
        return store;
    }

    /** Ends the server, if it is a process of its own, as {@code kill -9} does, until {@link #start}. */
    default void kill() {}

    /** Starts the server on what it had. */
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

        /** A connection to see what is in it while the gateway is dead, which leaves it as the gateway will find it. */
        default Connection inspect() throws IOException, SQLException {
            return connect();
        }

        /**
         * Adds it to a gateway's configuration.
         *
         * @param name the gateway's for it
         * @param way the URL by which the gateway reaches it
         */
        default void declare(GatewayYaml yaml, String name, String way) {
            final String database = "databases." + name + ".";
            yaml.with(database + "url", way)
                    .with(database + "user", user())
                    .with(database + "maxBackoff", "1s")
                    .with(database + "updates", "exactly-once");
        }

        /** Returns how it is set back, unless others have it open, too. */
        default Restorable restorable() {
            throw new UnsupportedOperationException(url() + " is not set back");
        }

        /** Deletes the database, with its backup. */
        void drop() throws IOException, SQLException;

        /** Makes the tables of a new one, and fills them. */
        @FunctionalInterface
        interface Tables {
            void create(Connection connection) throws SQLException;
        }
    }
}
