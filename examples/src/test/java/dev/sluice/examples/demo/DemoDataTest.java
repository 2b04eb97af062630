package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.Test;

class DemoDataTest {

    private static final String ALL = "SELECT c.id, c.product, c.premium, p.first_name, p.last_name, a.street, a.city"
            + " FROM contract c JOIN customer p ON p.id = c.customer_id JOIN address a ON a.id = c.address_id"
            + " ORDER BY c.id";

    @Test
    void shouldMakeTheSameRowsWhenTheSeedIsTheSame() throws Exception {
        assertEquals(load("first", 7), load("second", 7));
    }

    @Test
    void shouldMakeOtherRowsWhenTheSeedIsAnother() throws Exception {
        assertNotEquals(load("seed7", 7), load("seed8", 8));
    }

    @Test
    void shouldGiveEachContractACustomerAndAnAddressWhenThereAreFewerCustomers() throws Exception {
        assertEquals(1_500, load("whole", 3).size());
    }

    private static List<String> load(String name, long seed) throws SQLException, InterruptedException {
        final JDBCDataSource database = new JDBCDataSource();
        database.setURL("jdbc:hsqldb:mem:" + name);
        final DemoData data = new DemoData(1_500, seed);
        data.load(database);
        assertEquals(data.rows(), data.inserted());
        final List<String> rows = new ArrayList<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet all = statement.executeQuery(ALL)) {
            while (all.next()) {
                final StringBuilder row = new StringBuilder();
                for (int column = 1; column <= 7; column++) {
                    row.append(all.getString(column)).append('|');
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }
}
