package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.jdbc.sql.SessionState;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;

/** A database product. The URL determines it, so it is known before a connection exists. */
public enum Product {
    POSTGRESQL("postgresql", "PostgreSQL", SqlSyntax.POSTGRESQL, SessionState.POSTGRESQL, Product.LOGIN_TIMEOUT),
    HSQLDB("hsqldb", "HSQLDB", SqlSyntax.HSQLDB, SessionState.HSQLDB, Product.LOGIN_TIMEOUT),
    H2("h2", "H2 (h2.jar)", SqlSyntax.H2, SessionState.H2, ""),
    MARIADB("mariadb", "MariaDB (mariadb-java-client.jar)", SqlSyntax.MARIADB, SessionState.MARIADB, "connectTimeout"),
    SQLITE("sqlite", "SQLite (sqlite-jdbc.jar)", SqlSyntax.STANDARD, SessionState.SQLITE, ""),
    DB2("db2", "IBM Db2 (jcc.jar)", SqlSyntax.STANDARD, SessionState.DB2, Product.LOGIN_TIMEOUT),
    DERBY(
            "derby",
            "Apache Derby (derby.jar, derbyshared.jar; for a server derbyclient.jar)",
            SqlSyntax.STANDARD,
            SessionState.DB2,
            ""),
    DUCKDB("duckdb", "DuckDB (duckdb_jdbc.jar)", SqlSyntax.STANDARD, SessionState.DUCKDB, ""),
    FIREBIRD("firebird", "Firebird (jaybird.jar)", SqlSyntax.STANDARD, SessionState.OTHER, ""),
    FIREBIRDSQL("firebirdsql", "Firebird (jaybird.jar)", SqlSyntax.STANDARD, SessionState.OTHER, ""),
    INFORMIX("informix-sqli", "Informix (jdbc.jar)", SqlSyntax.STANDARD, SessionState.SEQUENCES, ""),
    MYSQL("mysql", "MySQL (mysql-connector-j.jar)", SqlSyntax.MARIADB, SessionState.MARIADB, "connectTimeout"),
    ORACLE("oracle", "Oracle (ojdbc11.jar)", SqlSyntax.STANDARD, SessionState.SEQUENCES, "oracle.net.CONNECT_TIMEOUT"),
    SAP("sap", "SAP HANA (ngdbc.jar)", SqlSyntax.STANDARD, SessionState.SAP, ""),
    SQLSERVER(
            "sqlserver",
            "Microsoft SQL Server (mssql-jdbc.jar)",
            SqlSyntax.SQL_SERVER,
            SessionState.SQL_SERVER,
            Product.LOGIN_TIMEOUT),
    OTHER("", "", SqlSyntax.STANDARD, SessionState.OTHER, "");

    /** The name of a driver property whose unit is seconds; the other login properties are in milliseconds. */
    static final String LOGIN_TIMEOUT = "loginTimeout";

    private final String urlName;
    private final String driver;
    private final SqlSyntax syntax;
    private final SessionState state;
    private final String loginProperty;

    /**
     * @param urlName the name of the product after {@code jdbc:} in the URL
     * @param driver the product's display name and the jars of its driver
     * @param loginProperty the driver property that limits the time to connect; empty if the driver has none, because a driver
     *     may refuse a property that it does not know
     */
    Product(String urlName, String driver, SqlSyntax syntax, SessionState state, String loginProperty) {
        this.urlName = urlName;
        this.driver = driver;
        this.syntax = syntax;
        this.state = state;
        this.loginProperty = loginProperty;
    }

    public static Product of(DatabaseConfig database) {
        return of(database.url().value());
    }

    /** Returns the product that a URL names. */
    public static Product of(String url) {
        final String name = nameIn(url);
        return Arrays.stream(values())
                .filter(product -> product.urlName.equals(name))
                .findFirst()
                .orElse(OTHER);
    }

    private static String nameIn(String url) {
        final String[] parts = url.split(":", 3);
        return parts.length > 1 ? parts[1] : "";
    }

    /** Returns the SQL syntax of the product; SQL texts are parsed before a connection exists. */
    public SqlSyntax syntax() {
        return syntax;
    }

    /**
     * Refuses a statement that depends on state that other requests left in the session.
     *
     * @throws IllegalArgumentException if the statement depends on such state; the message names a replacement
     */
    public void refuseState(SqlText text) {
        state.refuse(text);
    }

    String loginProperty() {
        return loginProperty;
    }

    /** Whether the gateway has a dialect for this product; for any other product it tries out which statements work. */
    public boolean known() {
        return switch (this) {
            case POSTGRESQL, HSQLDB, H2, MARIADB -> true;
            default -> false;
        };
    }

    /** Whether the database certainly runs on a server, so that connecting opens no embedded database in this process. */
    boolean server() {
        return this == POSTGRESQL || this == MARIADB;
    }

    /** Whether connecting opens, or for Derby may open, an embedded database in this process. */
    static boolean inThisProcess(DatabaseConfig database) {
        return switch (of(database)) {
            case SQLITE, DERBY, DUCKDB -> true;
            default -> Embedded.of(database.url().value()).place() != Embedded.Place.SERVER;
        };
    }

    /**
     * Checks that a driver for the database is present.
     *
     * @throws MissingDriverException if no driver accepts the URL; the message names the driver and where to put it
     */
    static void requireDriver(DatabaseConfig database) {
        final String url = database.url().value();
        try {
            DriverManager.getDriver(url);
        } catch (final SQLException e) {
            final Product product = of(url);
            throw new MissingDriverException(
                    "databases." + database.name() + ".url",
                    "no driver takes " + database.url() + ": it names "
                            + (product == OTHER ? "the product '" + nameIn(url) + "'" : product.driver)
                            + ". Put its driver's jar into lib/ beside the sluice launcher, or into the"
                            + " directory that SLUICE_LIB names, and start the gateway with the launcher; PostgreSQL"
                            + " and HSQLDB (jdbc:postgresql:, jdbc:hsqldb:) need no jar",
                    e);
        }
    }

    /** No driver on the class path accepts a database's URL. The message names the driver and where to put it. */
    public static final class MissingDriverException extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        private final String reason;

        /** @param key the configuration key of the URL */
        MissingDriverException(String key, String reason, Throwable cause) {
            super(key + ": " + reason, cause);
            this.reason = reason;
        }

        /** Returns the message without the key. */
        String reason() {
            return reason;
        }
    }
}
