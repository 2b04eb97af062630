package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.DatabaseConfig;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Where a pool gets its connections from. HikariCP's own would give the pool's login timeout to {@link DriverManager},
 * for every database of the process. Any thread.
 */
final class PoolSource implements DataSource {

    private final DatabaseConfig database;
    private final Properties properties;
    private volatile int loginTimeout;

    /** @param properties for the driver, as they are when it connects; user and password are added */
    PoolSource(DatabaseConfig database, Properties properties) {
        this.database = database;
        this.properties = properties;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return getConnection(database.user(), database.password().value());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        final Properties all = new Properties();
        all.putAll(properties);
        all.setProperty("user", user);
        all.setProperty("password", password);
        return DriverManager.getConnection(database.url().value(), all);
    }

    /** How long a pool that is closed waits for a connection that is being made; drivers have a property of their own. */
    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeout = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeout;
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter writer) throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("setLogWriter");
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("getParentLogger");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLFeatureNotSupportedException("unwrap");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
