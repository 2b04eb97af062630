package dev.sluice.examples.letters;

import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;

/** The HSQLDB database with the contracts, with the default user SA and without a password. */
public final class LettersDatabase {

    public static final String USER = "SA";

    private LettersDatabase() {}

    /** Returns the database at the given URL. The data source has no pool, so each connection is a new one. */
    public static DataSource at(String url) {
        final JDBCDataSource database = new JDBCDataSource();
        database.setURL(url);
        database.setUser(USER);
        return database;
    }
}
