package dev.sluice.faults.kill;

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

        /** Deletes the database. */
        void drop() throws IOException, SQLException;

        /** Makes the tables of a new one, and fills them. */
        @FunctionalInterface
        interface Tables {
            void create(Connection connection) throws SQLException;
        }
    }
}
