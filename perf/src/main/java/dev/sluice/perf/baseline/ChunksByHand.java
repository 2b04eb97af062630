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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Looks up customers and addresses in hand-written chunks: reads a chunk of contracts, finds all their customers with one SELECT
 * and all their addresses with another SELECT, and then writes their letters. A gateway with one call at a time can come close to
 * the speed of this variant, but not exceed it.
 *
 * <p>The comparison is fair because this variant does only the necessary work: statements are prepared once on connections that
 * stay open, the array of keys is sent in binary, and a map finds the row of a key, because rows come back in any order. The
 * price of this variant is a rewritten loop, without restart and without a separate failure for each item.
 *
 * <p>What could be tuned: the chunk size; executing both SELECTs at the same time, as {@link LettersByDataLoader} does.
 */
public final class ChunksByHand implements LettersVariant {

    private static final String CUSTOMERS = "SELECT id, first_name, last_name FROM customer WHERE id";
    private static final String ADDRESSES = "SELECT id, street, postcode, city FROM address WHERE id";

    private final Chunked<Customer> customers;
    private final Chunked<Address> addresses;
    private final int size;

    /** @param size the number of contracts in a chunk */
    public ChunksByHand(Database database, int size) throws SQLException {
        this.customers = customers(database);
        this.addresses = addresses(database);
        this.size = size;
    }

    static Chunked<Customer> customers(Database database) throws SQLException {
        return new Chunked<>(database, CUSTOMERS, rows -> new Customer(rows.getString(2), rows.getString(3)));
    }

    static Chunked<Address> addresses(Database database) throws SQLException {
        return new Chunked<>(
                database, ADDRESSES, rows -> new Address(rows.getString(2), rows.getString(3), rows.getString(4)));
    }

    @Override
    public void write(Iterator<Contract> contracts, Letters letters) throws Exception {
        final List<Contract> chunk = new ArrayList<>(size);
        while (contracts.hasNext()) {
            chunk.clear();
            while (chunk.size() < size && contracts.hasNext()) {
                chunk.add(contracts.next());
            }
            final Map<Long, Customer> itsCustomers =
                    customers.find(chunk.stream().map(Contract::customerId).toList());
            final Map<Long, Address> itsAddresses =
                    addresses.find(chunk.stream().map(Contract::addressId).toList());
            for (final Contract contract : chunk) {
                letters.write(
                        contract, itsCustomers.get(contract.customerId()), itsAddresses.get(contract.addressId()));
            }
        }
    }

    @Override
    public void close() throws SQLException {
        customers.close();
        addresses.close();
    }

    /** A SELECT that finds the rows of many keys on its own connection. Not thread-safe. */
    static final class Chunked<T> {

        private final Connection connection;
        private final PreparedStatement select;
        private final RowReader<T> reader;

        private Chunked(Database database, String select, RowReader<T> reader) throws SQLException {
            this.connection = database.connect();
            this.select = connection.prepareStatement(select + " = ANY(?)");
            this.reader = reader;
        }

        Map<Long, T> find(Collection<Long> keys) {
            final Map<Long, T> found = new HashMap<>(keys.size() * 2);
            try {
                select.setObject(1, keys.stream().mapToLong(Long::longValue).toArray());
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        found.put(rows.getLong(1), reader.read(rows));
                    }
                }
            } catch (final SQLException e) {
                throw new IllegalStateException("Cannot read the rows for " + keys.size() + " keys", e);
            }
            return found;
        }

        void close() throws SQLException {
            connection.close();
        }
    }

    /** Reads the values of a row. The first column of the row is its key. */
    private interface RowReader<T> {
        T read(ResultSet rows) throws SQLException;
    }
}
