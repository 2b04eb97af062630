package dev.sluice.faults.kill;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** The kinds of databases that a gateway works on. */
public enum DatabaseKind {
    POSTGRESQL("PostgreSQL with fsync", PostgresStores::new),
    HSQLDB("HSQLDB on files with WRITE DELAY FALSE", directory -> new HsqldbStores());

    private final String text;
    private final Function<Path, Stores> stores;

    DatabaseKind(String text, Function<Path, Stores> stores) {
        this.text = text;
        this.stores = stores;
    }

    /** Opens what makes databases of this kind, below a directory. */
    public Stores open(Path directory) {
        return stores.apply(directory);
    }

    /** Opens what makes databases of those names, in a process that outlives gateways, and that several of them reach. */
    public Stores openServer(Path directory, List<String> names) throws IOException {
        return this == HSQLDB ? new HsqldbServer(directory, names) : open(directory);
    }

    @Override
    public String toString() {
        return text;
    }
}
