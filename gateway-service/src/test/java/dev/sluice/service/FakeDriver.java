package dev.sluice.service;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

/** What every driver of a test has to say, and nobody asks. It accepts no URL and connects to nothing. */
public abstract class FakeDriver implements Driver {

    @Override
    public boolean acceptsURL(String url) {
        return false;
    }

    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        return null;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
