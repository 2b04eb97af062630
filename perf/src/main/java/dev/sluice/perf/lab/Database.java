package dev.sluice.perf.lab;

import dev.sluice.testsupport.GatewayYaml;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database that is asked.
 *
 * @param url its JDBC URL
 * @param user who asks
 * @param password of that user
 */
public record Database(String url, String user, String password) {

    private static final Pattern LOCAL = Pattern.compile("//(127\\.0\\.0\\.1|localhost):([0-9]+)/");

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /** A source of connections to it, each of which is a new one. */
    public DataSource source() throws SQLException {
        if (postgresql()) {
            final PGSimpleDataSource source = new PGSimpleDataSource();
            source.setURL(url);
            source.setUser(user);
            source.setPassword(password);
            return source;
        }
        final JDBCDataSource source = new JDBCDataSource();
        source.setURL(url);
        source.setUser(user);
        source.setPassword(password);
        return source;
    }

    /**
     * The port at which its server listens.
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

    /** This database by way of another port of this machine. */
    public Database through(int port) {
        return new Database(LOCAL.matcher(url).replaceFirst("//127.0.0.1:" + port + "/"), user, password);
    }

    public boolean postgresql() {
        return url.startsWith("jdbc:postgresql:");
    }

    /** Declares it in a gateway's configuration, as {@code main}. */
    public GatewayYaml declaredIn(GatewayYaml yaml) {
        return yaml.with("databases.main.url", url)
                .with("databases.main.user", user)
                .with("databases.main.password", HostedGateways.PASSWORD);
    }

    /** Product and version, for the report. */
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

    @Override
    public String toString() {
        return url;
    }
}
