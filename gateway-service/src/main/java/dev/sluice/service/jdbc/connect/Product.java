package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.jdbc.sql.SessionState;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;

/** A database's product by its URL: all that is known of a database before it is asked. */
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

    /** This property of drivers is in seconds; all others are in milliseconds. */
    static final String LOGIN_TIMEOUT = "loginTimeout";

    private final String urlName;
    private final String driver;
    private final SqlSyntax syntax;
    private final SessionState state;
    private final String loginProperty;

    /**
     * @param urlName follows {@code jdbc:}
     * @param driver its name and the jars of its driver
     * @param loginProperty the driver's property for how long connecting may take; empty if it has none, since a property
     *     that a driver does not know may be refused
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

    /** The product that a URL names. */
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

    /** How its SQL is read: texts are read before a database is asked. */
    public SqlSyntax syntax() {
        return syntax;
    }

    /**
     * Refuses a statement that depends on what other requests left in the session.
     *
     * @throws IllegalArgumentException if it does; says what to write instead
     */
    public void refuseState(SqlText text) {
        state.refuse(text);
    }

    String loginProperty() {
        return loginProperty;
    }

    /** Whether the database's statements are known to the gateway; those of any other product are found out by asking. */
    public boolean known() {
        return switch (this) {
            case POSTGRESQL, HSQLDB, H2, MARIADB -> true;
            default -> false;
        };
    }

    /** Whether connecting opens no database in this process, for certain. */
    boolean server() {
        return this == POSTGRESQL || this == MARIADB;
    }

    /** Whether connecting opens a database in this process; of Derby, whether it may. */
    static boolean inThisProcess(DatabaseConfig database) {
        return switch (of(database)) {
            case SQLITE, DERBY, DUCKDB -> true;
            default -> Embedded.of(database.url().value()).place() != Embedded.Place.SERVER;
        };
    }

    /**
     * Makes sure that there is a driver for a database.
     *
     * @throws MissingDriverException if none takes its URL; says which one is missing and where it goes
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
                            + " directory that SLUICE_LIB names, and start the gateway by the launcher; PostgreSQL and"
                            + " HSQLDB (jdbc:postgresql:, jdbc:hsqldb:) need none",
                    e);
        }
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
