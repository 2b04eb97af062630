package dev.sluice.jdbc.internal;

import dev.sluice.jdbc.internal.PartialProxy.Part;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The metadata of the database: its product and version, and the features of this driver. */
public final class ReadDatabase implements Part {

    public static final String URL_PREFIX = "jdbc:sluice:";

    private final Gate gate;
    private final Connection connection;
    private final Product product;

    ReadDatabase(Gate gate, Connection connection, Product product) {
        this.gate = gate;
        this.connection = connection;
        this.product = product;
    }

    DatabaseMetaData as() {
        return PartialProxy.as(DatabaseMetaData.class, this);
    }

    public String getDatabaseProductName() throws SQLException {
        return product.known().name();
    }

    public String getDatabaseProductVersion() throws SQLException {
        return product.known().version();
    }

    public int getDatabaseMajorVersion() throws SQLException {
        return product.known().number(0);
    }

    public int getDatabaseMinorVersion() throws SQLException {
        return product.known().number(1);
    }

    public String getURL() {
        return URL_PREFIX + gate.queues();
    }

    public Connection getConnection() {
        return connection;
    }

    public boolean supportsTransactionIsolationLevel(int level) {
        return level == Connection.TRANSACTION_NONE;
    }

    public boolean supportsGetGeneratedKeys() throws SQLException {
        return Keys.supported(product);
    }

    public boolean supportsResultSetType(int type) {
        return type == ResultSet.TYPE_FORWARD_ONLY;
    }

    public boolean supportsResultSetConcurrency(int type, int concurrency) {
        return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
    }
}
