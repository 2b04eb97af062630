package dev.sluice.service.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** The same of a user who may make no temporary objects: the server prints what its parser understood. */
class PrintedSharedCallTest extends SharedCallTest {

    @Override
    Connection connect(Database database) throws SQLException {
        return database.kind() == TestDatabase.POSTGRESQL
                ? WithoutTemporary.user(database).connect()
                : super.connect(database);
    }
}
