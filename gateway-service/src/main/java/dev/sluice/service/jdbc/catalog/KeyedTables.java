package dev.sluice.service.jdbc.catalog;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.jdbc.connect.Embedded;
import dev.sluice.service.jdbc.connect.Embedded.Place;
import dev.sluice.service.jdbc.connect.Look;
import dev.sluice.service.jdbc.connect.Look.UnreachableException;
import java.sql.DatabaseMetaData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The tables of one schema of a database.
 *
 * @param driverVersion the version of the driver that has read them
 * @param quote the mark before and after a quoted name
 * @param keyed the tables that a lookup can ask by their primary key
 * @param leftOut the other tables, each with the reason
 */
public record KeyedTables(String driverVersion, String quote, List<KeyedTable> keyed, Map<String, String> leftOut) {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** The time limit for a database in this process, which first reads its files. */
    private static final Duration PATIENCE_WITH_OURSELVES = Duration.ofSeconds(30);

    /** The longest time for which HSQLDB's files look as if they were in use after the end of the process that had them open. */
    private static final Duration LEFT_OPEN = Duration.ofSeconds(12);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    /**
     * Reads the tables. Changes nothing, and opens files of an HSQLDB or H2 without a lock.
     *
     * @param schema the schema; empty for the user's own
     * @param asked the tables; empty for all of the schema
     * @throws UnreachableException if the database cannot be read
     * @throws IllegalArgumentException if there is no such schema or table; the message begins with the option
     */
    public static KeyedTables read(DatabaseConfig database, Optional<String> schema, List<String> asked)
            throws UnreachableException {
        final Embedded embedded = opened(database.url().value());
        if (embedded.place() == Place.FILES_IN_USE) {
            throw new UnreachableException("its files are in use by another process", true);
        } else if (embedded.place() == Place.FILES_TO_COME) {
            throw new UnreachableException("its files do not exist", false);
        }
        final String url = embedded.place() == Place.MEMORY ? database.url().value() : embedded.url();
        final Duration patience = embedded.place() == Place.SERVER ? PATIENCE : PATIENCE_WITH_OURSELVES;
        try (Look look = Look.at("init", database, url, patience, patience)) {
            return read(look, schema, asked);
        }
    }

    /** Waits while files look as if they were in use, which they do for some seconds after their process was killed. */
    private static Embedded opened(String url) {
        final long start = System.nanoTime();
        Embedded embedded = Embedded.of(url);
        while (embedded.place() == Place.FILES_IN_USE && System.nanoTime() - start < LEFT_OPEN.toNanos()) {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            embedded = Embedded.of(url);
        }
        return embedded;
    }

    private static KeyedTables read(Look look, Optional<String> schema, List<String> asked)
            throws UnreachableException {
        final CatalogSchema catalog = look.look(session -> new CatalogSchema(session, schema));
        final List<KeyedTable> keyed = new ArrayList<>();
        final Map<String, String> leftOut = new LinkedHashMap<>();
        for (final String table : look.look(session -> catalog.tables(asked))) {
            try {
                look.look(session -> catalog.read(table, keyed::add)).ifPresent(why -> leftOut.put(table, why));
            } catch (final UnreachableException e) {
                leftOut.put(table, e.getMessage()); // for example because the user may not read the table
            }
        }
        return look.look(session -> {
            final DatabaseMetaData metadata = session.connection().getMetaData();
            return new KeyedTables(
                    metadata.getDriverVersion().replaceAll("[^0-9.].*", ""),
                    metadata.getIdentifierQuoteString(),
                    keyed,
                    leftOut);
        });
    }
}
