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
            case "PostgreSQL" -> new PostgreSql();
            case "HSQL Database Engine" -> new HsqlDb();
            case "H2" -> Generic.h2();
            case "MariaDB" -> new MariaDb();
            case "SQLite" -> new SqLite();
            default ->
                GenericProbe.ask(
                        product + " " + database.getDatabaseMajorVersion() + "." + database.getDatabaseMinorVersion(),
                        product.equals("MySQL") ? SqlSyntax.MARIADB : SqlSyntax.STANDARD,
                        connection);
        };
    }
}
