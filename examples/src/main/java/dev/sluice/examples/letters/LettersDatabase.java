package dev.sluice.examples.letters;

import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;

/** Where the contracts are: an HSQLDB, as it is installed, with its user SA and no password. */
public final class LettersDatabase {

    public static final String USER = "SA";

    private LettersDatabase() {}

    /** The database of that URL; each connection is a new one. */
    public static DataSource at(String url) {
        final JDBCDataSource database = new JDBCDataSource();
        database.setURL(url);
        database.setUser(USER);
        return database;
    }
}
