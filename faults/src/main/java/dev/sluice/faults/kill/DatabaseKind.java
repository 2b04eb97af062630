package dev.sluice.faults.kill;

import java.nio.file.Path;
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

    @Override
    public String toString() {
        return text;
    }
}
