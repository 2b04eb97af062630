package dev.sluice.faults.kill;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;

/** The kinds of databases that a gateway works on. */
public enum DatabaseKind {
    POSTGRESQL("PostgreSQL with fsync", PostgresStores::new),
    HSQLDB("HSQLDB on files with WRITE DELAY FALSE", directory -> FileStores.hsqldb()),
    /** Only in the process of a gateway; H2's jar must be on the class path. */
    H2("H2 on files", directory -> FileStores.h2());

    private final String text;
    private final Function<Path, Stores> stores;

    DatabaseKind(String text, Function<Path, Stores> stores) {
        this.text = text;
        this.stores = stores;
    }

    /** Opens a factory for databases of this kind, below a directory. */
    public Stores open(Path directory) {
        return stores.apply(directory);
    }

    /**
     * Opens a factory for the databases of one round, in a server process that outlives gateways and that several of them can
     * reach.
     */
    public Stores openServer(Path directory) throws IOException {
        return this == HSQLDB ? new HsqldbServer(directory) : open(directory);
    }

    @Override
    public String toString() {
        return text;
    }
}
