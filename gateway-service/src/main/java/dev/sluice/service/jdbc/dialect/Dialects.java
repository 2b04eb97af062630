package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.SqlSyntax;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;

/** The dialects that there are. */
public final class Dialects {

    private Dialects() {}

    /** The dialect of a connection's database. */
    public static Dialect of(Connection connection) throws SQLException {
        final DatabaseMetaData database = connection.getMetaData();
        final String product = database.getDatabaseProductName();
        return switch (product) {
            case "PostgreSQL" -> postgresql();
            case "HSQL Database Engine" -> new HsqlDb();
            case "H2" -> Generic.h2();
            case "MariaDB" -> new MariaDb();
            case "SQLite" -> new SqLite();
            default -> GenericProbe.ask(product + " " + version(database), syntax(product), connection);
        };
    }

    /** PostgreSQL's, without asking a server. */
    public static Dialect postgresql() {
        return new PostgreSql();
    }

    private static SqlSyntax syntax(String product) {
        return product.equals("MySQL") ? SqlSyntax.MARIADB : SqlSyntax.STANDARD;
    }

    private static String version(DatabaseMetaData database) throws SQLException {
        return database.getDatabaseMajorVersion() + "." + database.getDatabaseMinorVersion();
    }
}
