package dev.sluice.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts that the driver records are those that a gateway allows. */
class AllowedTextsTest {

    private static final String CREATE = "CREATE TABLE one (id BIGINT PRIMARY KEY)";
    private static final String INSERT = "INSERT INTO one\n-- several lines; one text\nVALUES (?)";

    @TempDir
    private Path directory;

    private static void insert(Connection connection, String sql, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, id);
            assertEquals(1, statement.executeUpdate());
        }
    }

    @Test
    void shouldAllowTheTextsThatWereRecordedAndNoOthers() throws Exception {
        final Path texts = directory.resolve("allowed.sql");
        try (TestGateway gateway = TestGateway.postgreSql(directory.resolve("tests"), true);
                Connection connection = DriverManager.getConnection(gateway.jdbcUrl() + "&record=" + texts)) {
            connection.createStatement().execute(CREATE);
            insert(connection, INSERT, 1);
            insert(connection, INSERT, 2);
        }
        assertEquals(CREATE + "\n;\n" + INSERT + "\n;\n", Files.readString(texts));
        try (TestGateway gateway = TestGateway.postgreSql(directory.resolve("production"), List.of(texts.toString()));
                Connection connection = gateway.connect()) {
            connection.createStatement().execute(CREATE);
            insert(connection, "  " + INSERT + "\n", 1);
            final SQLException refused = assertThrows(
                    SQLFeatureNotSupportedException.class,
                    () -> connection.createStatement().execute("DELETE FROM one"));
            assertTrue(
                    refused.getMessage().contains("'DELETE FROM one' is none of the texts of [" + texts),
                    refused::getMessage);
        }
    }

    @Test
    void shouldRefuseSqlForAnotherDatabaseWhenTheUrlNamesOne() throws Exception {
        try (TestGateway gateway = TestGateway.postgreSql(directory, true);
                Connection connection =
                        DriverManager.getConnection("jdbc:sluice:" + gateway.queues() + "?database=archive")) {
            final SQLException refused = assertThrows(
                    SQLFeatureNotSupportedException.class,
                    () -> connection.createStatement().execute(CREATE));
            assertTrue(refused.getMessage().contains("databases.main.adHoc"), refused::getMessage);
            assertThrows(SQLException.class, () -> DriverManager.getConnection(gateway.jdbcUrl() + "&user=sa"));
        }
    }
}
