package dev.sluice.perf.lab;

import dev.sluice.testsupport.GatewayYaml;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database that belongs to the experiment, so it needs no password.
 *
 * @param url its JDBC URL
 * @param user the user who connects
 */
public record Database(String url, String user) {

    private static final Pattern LOCAL = Pattern.compile("//(127\\.0\\.0\\.1|localhost):([0-9]+)/");

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, "");
    }

    /** A data source for PostgreSQL without a pool: each connection is a new one. */
    public DataSource source() {
        final PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(url);
        source.setUser(user);
        return source;
    }

    /**
     * Returns the port on which the database's server listens.
     *
     * @throws IllegalArgumentException if the URL names no port of this machine
     */
    public int localPort() {
        final Matcher place = LOCAL.matcher(url);
        if (!place.find()) {
            throw new IllegalArgumentException(url + " has no port of 127.0.0.1 or localhost");
        }
        return Integer.parseInt(place.group(2));
    }

    /** Returns this database as reached through another port of this machine. */
    public Database through(int port) {
        return new Database(LOCAL.matcher(url).replaceFirst("//127.0.0.1:" + port + "/"), user);
    }

    /** Declares this database in a gateway's configuration under the name {@code main}. */
    public GatewayYaml declaredIn(GatewayYaml yaml) {
        return yaml.with("databases.main.url", url).with("databases.main.user", user);
    }

    /** The product and its version, for the report. */
    public String described() throws SQLException {
        try (Connection connection = connect()) {
            return connection.getMetaData().getDatabaseProductName() + " "
                    + connection.getMetaData().getDatabaseProductVersion();
        }
    }

    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (final String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
