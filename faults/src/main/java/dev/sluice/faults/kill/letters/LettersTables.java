package dev.sluice.faults.kill.letters;

import dev.sluice.testsupport.GatewayYaml;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * What the letters are made of, and the counters of the updates: each run adds 1 to that of each contract.
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
        try (PreparedStatement customers = connection.prepareStatement("INSERT INTO customer VALUES (?, ?, ?)");
                PreparedStatement addresses = connection.prepareStatement("INSERT INTO address VALUES (?, ?)");
                PreparedStatement all = connection.prepareStatement("INSERT INTO contract VALUES (?, 0, 0)")) {
            for (long customer = 1; customer <= Letters.CUSTOMERS; customer++) {
                customers.setLong(1, customer);
                customers.setString(2, Letters.name(customer));
                customers.setLong(3, Letters.addressOf(customer));
                customers.addBatch();
            }
            customers.executeBatch();
            for (long address = 1; address <= Letters.ADDRESSES; address++) {
                addresses.setLong(1, address);
                addresses.setString(2, Letters.street(address));
                addresses.addBatch();
            }
            addresses.executeBatch();
            for (long contract = 1; contract <= contracts; contract++) {
                all.setLong(1, contract);
                all.addBatch();
            }
            all.executeBatch();
        }
        connection.commit();
    }
}
