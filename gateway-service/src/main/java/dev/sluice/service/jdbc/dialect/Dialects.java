package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlSyntax.Trait;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;

/** Finds the dialect of a database. */
public final class Dialects {

    private Dialects() {}

    /** Returns the dialect of a connection's database, in the mode of that connection. */
    public static Dialect of(Connection connection) throws SQLException {
        final DatabaseMetaData database = connection.getMetaData();
        final String product = database.getDatabaseProductName();
        return switch (product) {
            case "PostgreSQL" -> new PostgreSql();
            case "HSQL Database Engine" -> HsqlDb.of(connection);
            case "H2" -> h2(connection);
            case "MariaDB" -> MariaDb.of(connection);
            default ->
                GenericProbe.ask(
                        product + " " + database.getDatabaseMajorVersion() + "." + database.getDatabaseMinorVersion(),
                        product.equals("MySQL") ? SqlSyntax.MARIADB : SqlSyntax.STANDARD,
                        connection);
        };
    }

    private static Dialect h2(Connection connection) throws SQLException {
        final SqlSyntax syntax =
                GenericProbe.takesBrackets(connection) ? SqlSyntax.H2.with(Trait.BRACKETS) : SqlSyntax.H2;
        return Generic.h2(syntax, GenericProbe.casts(connection, Generic.h2Types()));
    }
}
