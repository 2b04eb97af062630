package dev.sluice.faults.kill.letters;

import dev.sluice.testsupport.GatewayYaml;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;

/**
 * The tables of the letters, and the counters of the updates: each run adds 1 to that of each contract.
 *
 * @param contracts how many there are
 */
record LettersTables(int contracts) {

    /** Adds the lookups and the statement to a gateway's configuration. */
    static void declare(GatewayYaml yaml) {
        lookup(yaml, "customer", "SELECT id, name, address_id FROM customer WHERE id = ?");
        lookup(yaml, "address", "SELECT id, street FROM address WHERE id = ?");
        yaml.with("statements.last-letter.database", "main")
                .with(
                        "statements.last-letter.sql",
                        "UPDATE contract SET letters = letters + 1, last_run = ? WHERE id = ?")
                .with("statements.last-letter.types", List.of("long", "long"))
                .with("statements.last-letter.reads", List.of())
                .with("statements.last-letter.writes", List.of("contract"));
    }

    private static void lookup(GatewayYaml yaml, String table, String sql) {
        yaml.with("lookups." + table + ".database", "main")
                .with("lookups." + table + ".sql", sql)
                .with("lookups." + table + ".types", List.of("long"))
                .with("lookups." + table + ".reads", List.of(table));
    }

    void create(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customer"
                    + " (id BIGINT PRIMARY KEY, name VARCHAR(100) NOT NULL, address_id BIGINT NOT NULL)");
            statement.execute("CREATE TABLE address (id BIGINT PRIMARY KEY, street VARCHAR(100) NOT NULL)");
            statement.execute("CREATE TABLE contract"
                    + " (id BIGINT PRIMARY KEY, letters BIGINT NOT NULL, last_run BIGINT NOT NULL)");
        }
        insert(connection, "customer", Letters.CUSTOMERS, id -> List.of(id, Letters.name(id), Letters.addressOf(id)));
        insert(connection, "address", Letters.ADDRESSES, id -> List.of(id, Letters.street(id)));
        insert(connection, "contract", contracts, id -> List.of(id, 0L, 0L));
        connection.commit();
    }

    private static void insert(Connection connection, String table, int rows, LongFunction<List<Object>> row)
            throws SQLException {
        final String values = String.join(", ", Collections.nCopies(row.apply(1).size(), "?"));
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table + " VALUES (" + values + ")")) {
            for (long id = 1; id <= rows; id++) {
                final List<Object> columns = row.apply(id);
                for (int i = 0; i < columns.size(); i++) {
                    insert.setObject(i + 1, columns.get(i));
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
