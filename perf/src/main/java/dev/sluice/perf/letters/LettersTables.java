package dev.sluice.perf.letters;

import dev.sluice.examples.demo.DemoData;
import dev.sluice.perf.lab.Database;
import java.sql.SQLException;

/**
 * The tables of the letters: in PostgreSQL in a schema of their own, so that nothing else in a database that was running
 * is touched.
 *
 * @param all the whole database
 * @param database the same, seen through that schema
 */
record LettersTables(Database all, Database database) implements AutoCloseable {

    private static final String SCHEMA = "sluice_perf_letters";

    /** Makes the tables with so many contracts, replacing those of an earlier run. */
    static LettersTables make(Database all, int contracts, long seed) throws SQLException, InterruptedException {
        final LettersTables tables = new LettersTables(all, all.postgresql() ? inSchema(all) : all);
        tables.close();
        if (all.postgresql()) {
            all.execute("CREATE SCHEMA " + SCHEMA);
        }
        new DemoData(contracts, seed).load(tables.database.source());
        if (all.postgresql()) {
            tables.database.execute("VACUUM ANALYZE customer", "VACUUM ANALYZE address", "VACUUM ANALYZE contract");
        }
        return tables;
    }

    private static Database inSchema(Database all) {
        final String separator = all.url().contains("?") ? "&" : "?";
        return new Database(all.url() + separator + "currentSchema=" + SCHEMA, all.user(), all.password());
    }

    @Override
    public void close() throws SQLException {
        if (all.postgresql()) {
            all.execute("DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
        }
    }
}
