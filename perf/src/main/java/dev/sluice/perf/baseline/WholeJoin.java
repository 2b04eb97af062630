package dev.sluice.perf.baseline;

import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Customer;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersVariant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Iterator;

/**
 * Makes no lookups: one SELECT joins contract, customer and address, and a cursor reads the result, a thousand rows at a time.
 * What remains is the cost of the job itself, so no other variant can be faster.
 *
 * <p>The comparison is fair because this is the usual solution if all three tables are in one database. A join is impossible if
 * the data comes from services or from separate systems.
 *
 * <p>What could be tuned: the fetch size.
 */
public final class WholeJoin implements LettersVariant {

    private static final int FETCH = 1_000;
    private static final String SQL =
            "SELECT k.id, c.first_name, c.last_name, a.street, a.postcode, a.city FROM contract k"
                    + " JOIN customer c ON c.id = k.customer_id JOIN address a ON a.id = k.address_id ORDER BY k.id";

    private final Connection connection;
    private final PreparedStatement select;

    public WholeJoin(Database database) throws SQLException {
        connection = database.connect();
        connection.setAutoCommit(false); // PostgreSQL supports cursors only in transactions
        select = connection.prepareStatement(SQL);
        select.setFetchSize(FETCH);
    }

    /** Also reads the contracts separately, as every variant does, and checks their ids against the rows of the join. */
    @Override
    public void write(Iterator<Contract> contracts, Letters letters) throws Exception {
        try (ResultSet rows = select.executeQuery()) {
            while (contracts.hasNext()) {
                final Contract contract = contracts.next();
                if (!rows.next() || rows.getLong(1) != contract.id()) {
                    throw new IllegalStateException("The join has no contract " + contract.id());
                }
                letters.write(
                        contract,
                        new Customer(rows.getString(2), rows.getString(3)),
                        new Address(rows.getString(4), rows.getString(5), rows.getString(6)));
            }
        } finally {
            connection.rollback();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
