package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.DatabaseConfig;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The JDBC drivers on the class path. */
public final class Drivers {

    /** Products by what follows {@code jdbc:}, with the jars of their drivers. */
    private static final Map<String, String> PRODUCTS = Map.ofEntries(
            Map.entry("db2", "IBM Db2 (jcc.jar)"),
            Map.entry("derby", "Apache Derby (derby.jar, derbyshared.jar; for a server derbyclient.jar)"),
            Map.entry("duckdb", "DuckDB (duckdb_jdbc.jar)"),
            Map.entry("firebirdsql", "Firebird (jaybird.jar)"),
            Map.entry("firebird", "Firebird (jaybird.jar)"),
            Map.entry("h2", "H2 (h2.jar)"),
            Map.entry("informix-sqli", "Informix (jdbc.jar)"),
            Map.entry("mariadb", "MariaDB (mariadb-java-client.jar)"),
            Map.entry("mysql", "MySQL (mysql-connector-j.jar)"),
            Map.entry("oracle", "Oracle (ojdbc11.jar)"),
            Map.entry("sap", "SAP HANA (ngdbc.jar)"),
            Map.entry("sqlite", "SQLite (sqlite-jdbc.jar)"),
            Map.entry("sqlserver", "Microsoft SQL Server (mssql-jdbc.jar)"));

    private static final List<String> KNOWN =
            List.of("jdbc:postgresql:", "jdbc:hsqldb:", "jdbc:h2:", "jdbc:mariadb:", "jdbc:sqlite:");

    private Drivers() {}

    /**
     * Makes sure that there is a driver for a database.
     *
     * @throws MissingDriverException if none takes its URL; says which one is missing and where it goes
     */
    static void require(DatabaseConfig database) {
        final String url = database.url().value();
        try {
            DriverManager.getDriver(url);
        } catch (final SQLException e) {
            throw new MissingDriverException(
                    "databases." + database.name() + ".url",
                    "no driver takes " + database.url() + ": it names "
                            + product(url) + ". Put its driver's jar into lib/ beside the sluice launcher, or into the"
                            + " directory that SLUICE_LIB names, and start the gateway by the launcher; PostgreSQL and"
                            + " HSQLDB (jdbc:postgresql:, jdbc:hsqldb:) need none",
                    e);
        }
    }

    /** Whether what a database accepts is not known before it is asked. */
    public static boolean unknown(DatabaseConfig database) {
        final String url = database.url().value();
        return KNOWN.stream().noneMatch(url::startsWith);
    }

    private static String product(String url) {
        final String[] parts = url.split(":", 3);
        final String name = parts.length > 1 ? parts[1] : "";
        return PRODUCTS.getOrDefault(name, "the product '" + name + "'");
    }

    /** No driver on the class path takes a database's URL. The message says which one it needs and where it goes. */
    public static final class MissingDriverException extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;
        private final String reason;

        /** @param key of the URL in the configuration */
        MissingDriverException(String key, String reason, Throwable cause) {
            super(key + ": " + reason, cause);
            this.reason = reason;
        }

        /** The message without the key. */
        String reason() {
            return reason;
        }
    }
}
