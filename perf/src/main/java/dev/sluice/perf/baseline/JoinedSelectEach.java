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
 * Direct SQL: one SELECT for each contract, that finds customer and address together.
 *
 * <p>Fair because nothing is lost but the round trip: both rows are found by their primary keys in one statement, which
 * is prepared once and planned once by the server, over one connection that stays open, each a transaction of its own
 * without a BEGIN or COMMIT on the wire.
 *
 * <p>To tune: nothing in the statement. Several connections at a time are {@link SelectsOnPool}; many contracts in one
 * SELECT are {@link ChunksByHand}.
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

    /** Asks for one contract and composes its letter. One thread at a time. */
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
