package dev.sluice.jdbc;

import dev.sluice.jdbc.internal.Fixed;
import dev.sluice.jdbc.internal.ReadDatabase;
import dev.sluice.jdbc.internal.Refused;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver for URLs {@code jdbc:sluice:/path/to/queues}. Parameters follow after a {@code ?}, separated by {@code &}.
 * {@code database} is the name of a database in the gateway's configuration; only this database executes the SQL. {@code record}
 * is a file to which the driver appends the text of each statement, and each text only once.
 */
public final class SluiceDriver implements Driver {

    /**
     * The data sources by URL. They are kept until the process ends, because programs often open a connection for each statement.
     */
    private static final Map<String, SluiceDataSource> SOURCES = new ConcurrentHashMap<>();

    private static final Set<String> PARAMETERS = Set.of("database", "record");

    static {
        try {
            DriverManager.registerDriver(new SluiceDriver());
        } catch (final SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public boolean acceptsURL(@Nullable String url) {
        return url != null && url.startsWith(ReadDatabase.URL_PREFIX);
    }

    /** Ignores the properties, such as user and password, because the gateway logs in to the database. */
    @Override
    public @Nullable Connection connect(String url, Properties properties) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        SluiceDataSource source = SOURCES.get(url);
        if (source == null) {
            final SluiceDataSource made = source(url.substring(ReadDatabase.URL_PREFIX.length()));
            source = SOURCES.computeIfAbsent(url, key -> made);
        }
        return source.getConnection();
    }

    private static SluiceDataSource source(String place) throws SQLException {
        final int mark = place.indexOf('?');
        final Map<String, String> parameters = parameters(mark < 0 ? "" : place.substring(mark + 1));
        return new SluiceDataSource(
                Path.of(mark < 0 ? place : place.substring(0, mark)),
                Optional.empty(),
                Optional.ofNullable(parameters.get("database")),
                Optional.ofNullable(parameters.get("record")).map(Path::of));
    }

    private static Map<String, String> parameters(String text) throws SQLException {
        final Map<String, String> parameters = new HashMap<>();
        for (final String parameter : text.isEmpty() ? new String[0] : text.split("&")) {
            final String[] parts = parameter.split("=", 2);
            if (!PARAMETERS.contains(parts[0]) || parts.length == 1) {
                throw new SQLNonTransientConnectionException(
                        "jdbc:sluice: has the parameters " + PARAMETERS + ", but not '" + parameter + "'", "08001");
            }
            parameters.put(parts[0], parts[1]);
        }
        return parameters;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return Fixed.MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return Fixed.MINOR;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw Refused.method(Driver.class, "getParentLogger");
    }
}
