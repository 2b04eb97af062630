package dev.sluice.faults.kill;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Makes the databases, new ones for each round. */
public interface Stores extends AutoCloseable {

    /** What the gateway calls the databases of a round. */
    List<String> NAMES = List.of("main", "other");

    /** Makes an empty database of that name, for the round that has that directory. */
    Store create(Path round, String name) throws IOException, SQLException;

    @Override
    default void close() {}
}
