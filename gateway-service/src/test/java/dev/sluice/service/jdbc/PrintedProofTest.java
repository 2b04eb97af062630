package dev.sluice.service.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** The same of a user who may make no temporary objects: the server prints what its parser understood. */
class PrintedProofTest extends ProofTest {

    @Override
    Connection connect(Database database) throws SQLException {
        return WithoutTemporary.user(database).connect();
    }
}
