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
 * Uses SQL directly: one SELECT for each contract finds the customer and the address together.
 *
 * <p>The comparison is fair because the only avoidable cost is the round trip: one statement finds both rows by their primary
 * keys. This statement is prepared once, and the server plans it once. The connection stays open, and each SELECT is its own
 * transaction without a BEGIN or COMMIT on the wire.
 *
 * <p>Nothing in the statement could be tuned. {@link SelectsOnPool} uses several connections at a time, and {@link ChunksByHand}
 * looks up many contracts with one SELECT.
 */
public final class JoinedSelectEach implements LettersVariant {

    static final String SQL = "SELECT c.first_name, c.last_name, a.street, a.postcode, a.city"
            + " FROM customer c CROSS JOIN address a WHERE c.id = ? AND a.id = ?";

    private final Connection connection;
    private final PreparedStatement select;

    public JoinedSelectEach(Database database) throws SQLException {
        connection = database.connect();
        select = connection.prepareStatement(SQL);
    }

    @Override
    public void write(Iterator<Contract> contracts, Letters letters) throws Exception {
        while (contracts.hasNext()) {
            letters.write(letter(contracts.next()));
        }
    }

    /** Looks up the customer and address of one contract, and composes its letter. Used by one thread at a time. */
    String letter(Contract contract) throws SQLException {
        select.setLong(1, contract.customerId());
        select.setLong(2, contract.addressId());
        try (ResultSet rows = select.executeQuery()) {
            if (!rows.next()) {
                throw new IllegalStateException("Nothing was found for contract " + contract.id());
            }
            return Letters.compose(
                    contract,
                    new Customer(rows.getString(1), rows.getString(2)),
                    new Address(rows.getString(3), rows.getString(4), rows.getString(5)));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
