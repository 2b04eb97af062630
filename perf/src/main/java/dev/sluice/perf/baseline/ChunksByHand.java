package dev.sluice.perf.baseline;

import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Customer;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersWay;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The two lookups in hand-written chunks: so many contracts are read, their customers are found with one SELECT and their
 * addresses with another, then their letters are written. The limit of what a gateway can come near to with one call at
 * a time.
 *
 * <p>Fair because it does no more than that: statements prepared once on a connection that stays open, an array of keys
 * that goes over the wire in binary, a map from key to row since rows come back in any order. Whoever writes it so has
 * rewritten the loop, and has neither restart nor a failure for each item.
 *
 * <p>To tune: the chunk; two connections, so that both SELECTs are under way at once ({@link LettersByDataLoader} does
 * that); HSQLDB has no {@code = ANY(?)} and takes {@code IN (UNNEST(?))}.
 */
public final class ChunksByHand implements LettersWay {

    private static final String CUSTOMERS = "SELECT id, first_name, last_name FROM customer WHERE id";
    private static final String ADDRESSES = "SELECT id, street, postcode, city FROM address WHERE id";

    private final Connection connection;
    private final Chunked<Customer> customers;
    private final Chunked<Address> addresses;
    private final int size;

    /** @param size contracts in a chunk */
    public ChunksByHand(Database database, int size) throws SQLException {
        this.connection = database.connect();
        this.customers = customers(database, connection);
        this.addresses = addresses(database, connection);
        this.size = size;
    }

    static Chunked<Customer> customers(Database database, Connection connection) throws SQLException {
        return new Chunked<>(
                database, connection, CUSTOMERS, rows -> new Customer(rows.getString(2), rows.getString(3)));
    }

    static Chunked<Address> addresses(Database database, Connection connection) throws SQLException {
        return new Chunked<>(
                database,
                connection,
                ADDRESSES,
                rows -> new Address(rows.getString(2), rows.getString(3), rows.getString(4)));
    }

    @Override
    public void write(Iterator<Contract> contracts, Letters letters) throws Exception {
        final List<Contract> chunk = new ArrayList<>(size);
        while (contracts.hasNext()) {
            chunk.clear();
            while (chunk.size() < size && contracts.hasNext()) {
                chunk.add(contracts.next());
            }
            final Map<Long, Customer> itsCustomers = customers.find(keys(chunk, Contract::customerId));
            final Map<Long, Address> itsAddresses = addresses.find(keys(chunk, Contract::addressId));
            for (final Contract contract : chunk) {
                letters.write(
                        contract, itsCustomers.get(contract.customerId()), itsAddresses.get(contract.addressId()));
            }
        }
    }

    private static long[] keys(List<Contract> chunk, ToLongFunction<Contract> key) {
        return chunk.stream().mapToLong(key).toArray();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** A SELECT that finds the rows of many keys. One thread. */
    static final class Chunked<T> {

        private final PreparedStatement select;
        private final boolean postgresql;
        private final RowReader<T> reader;

        private Chunked(Database database, Connection connection, String select, RowReader<T> reader)
                throws SQLException {
            this.postgresql = database.postgresql();
            this.select = connection.prepareStatement(select + (postgresql ? " = ANY(?)" : " IN (UNNEST(?))"));
            this.reader = reader;
        }

        Map<Long, T> find(long[] keys) throws SQLException {
            if (postgresql) {
                select.setObject(1, keys);
            } else {
                final Object[] boxed = Arrays.stream(keys).boxed().toArray();
                select.setArray(1, select.getConnection().createArrayOf("BIGINT", boxed));
            }
            final Map<Long, T> found = new HashMap<>(keys.length * 2);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getLong(1), reader.read(rows));
                }
            }
            return found;
        }
    }

    /** Reads a row; its key is the first column. */
    private interface RowReader<T> {
        T read(ResultSet rows) throws SQLException;
    }
}
