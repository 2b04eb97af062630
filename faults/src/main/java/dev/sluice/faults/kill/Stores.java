package dev.sluice.faults.kill;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Makes the databases, new ones for each round. */
public interface Stores extends AutoCloseable {

    /** What the gateway calls the databases of a round. */
    List<String> NAMES = List.of("main", "other");

    static Stores open(DatabaseKind kind, Path directory) {
        return kind == DatabaseKind.POSTGRESQL ? new PostgresStores(directory) : new HsqldbStores();
    }

    /** A database of that name with those tables, for the round that has that directory. */
    Store create(Path round, String name, Store.Tables tables) throws IOException, SQLException;

    @Override
    void close();
}
