package dev.sluice.faults.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Makes the databases, new ones for each round. */
interface Stores extends AutoCloseable {

    /** What the gateway calls the databases of a round. */
    List<String> NAMES = List.of("main", "other");

    static Stores open(DatabaseKind kind, Path directory) {
        return kind == DatabaseKind.POSTGRESQL ? new PostgresStores(directory) : new HsqldbStores();
    }

    /** An empty database of that name, for the round that has that directory. */
    Store create(Path round, String name) throws IOException, SQLException;

    @Override
    void close();
}
