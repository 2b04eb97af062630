package dev.sluice.service.jdbc;

import dev.sluice.service.jdbc.JdbcTest.Database;
import java.sql.SQLException;

/** Users of PostgreSQL who may make no temporary objects. */
final class WithoutTemporary {

    private WithoutTemporary() {}

    /** One who may look at all that is in a database now. */
    static Database user(Database database) throws SQLException {
        final String name = database.url().replaceAll(".*/(\\w+).*", "$1");
        final String user = "no_temporary_of_" + name;
        database.execute(
                "DO $$ BEGIN CREATE ROLE " + user + " LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
                "REVOKE TEMPORARY ON DATABASE " + name + " FROM PUBLIC",
                "GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + user);
        return new Database(database.kind(), database.url(), user);
    }
}
