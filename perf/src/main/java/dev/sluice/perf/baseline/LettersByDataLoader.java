package dev.sluice.perf.baseline;

import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Customer;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersWay;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.dataloader.DataLoader;
import org.dataloader.DataLoaderFactory;

/**
 * The two lookups through java-dataloader: the loop loads customer and address of each contract as futures, dispatches
 * both loaders when a chunk of contracts has been loaded, and writes its letters when its futures are complete.
 *
 * <p>Fair because it is used as its documentation has it: mapped batch loaders that return a future at once, loaders (and
 * with them the cache) made anew for each chunk as for each request of a server, so that equal keys are asked once and
 * memory does not grow. Each loader asks by the SELECT of {@link ChunksByHand} over a connection and a thread of its own;
 * the next chunk is dispatched before the one before it is written, so that database and loop overlap.
 *
 * <p>To tune: the chunk, and how many of them are dispatched ahead; more than one took nothing off on two cores.
 */
public final class LettersByDataLoader implements LettersWay {

    private static final int AHEAD = 1;

    private final int size;
    private final Batches<Customer> customers;
    private final Batches<Address> addresses;

    /** @param size contracts in a chunk */
    public LettersByDataLoader(Database database, int size) throws SQLException {
        this.size = size;
        this.customers = new Batches<>(database, ChunksByHand::customers);
        this.addresses = new Batches<>(database, ChunksByHand::addresses);
    }

    private record Loaded(
            Contract contract, CompletableFuture<Customer> customer, CompletableFuture<Address> address) {}

    @Override
    public void write(Iterator<Contract> contracts, Letters letters) throws IOException {
        final Queue<List<Loaded>> dispatched = new ArrayDeque<>();
        while (contracts.hasNext()) {
            dispatched.add(dispatch(contracts));
            if (dispatched.size() > AHEAD) {
                write(dispatched.remove(), letters);
            }
        }
        while (!dispatched.isEmpty()) {
            write(dispatched.remove(), letters);
        }
    }

    private List<Loaded> dispatch(Iterator<Contract> contracts) {
        final DataLoader<Long, Customer> customer = DataLoaderFactory.newMappedDataLoader(customers::find);
        final DataLoader<Long, Address> address = DataLoaderFactory.newMappedDataLoader(addresses::find);
        final List<Loaded> chunk = new ArrayList<>(size);
        while (chunk.size() < size && contracts.hasNext()) {
            final Contract contract = contracts.next();
            chunk.add(new Loaded(contract, customer.load(contract.customerId()), address.load(contract.addressId())));
        }
        customer.dispatch();
        address.dispatch();
        return chunk;
    }

    private static void write(List<Loaded> chunk, Letters letters) throws IOException {
        for (final Loaded loaded : chunk) {
            letters.write(loaded.contract, loaded.customer.join(), loaded.address.join());
        }
    }

    @Override
    public void close() throws SQLException {
        customers.close();
        addresses.close();
    }

    /** Finds what a loader has gathered, on a thread with a connection. */
    private static final class Batches<T> {

        private final Connection connection;
        private final ChunksByHand.Chunked<T> select;
        private final ExecutorService thread = Executors.newSingleThreadExecutor();

        private interface Preparing<T> {
            ChunksByHand.Chunked<T> prepare(Database database, Connection connection) throws SQLException;
        }

        Batches(Database database, Preparing<T> preparing) throws SQLException {
            connection = database.connect();
            select = preparing.prepare(database, connection);
        }

        CompletableFuture<Map<Long, T>> find(Set<Long> keys) {
            final long[] wanted = keys.stream().mapToLong(Long::longValue).toArray();
            return CompletableFuture.supplyAsync(() -> find(wanted), thread);
        }

        private Map<Long, T> find(long[] keys) {
            try {
                return select.find(keys);
            } catch (final SQLException e) {
                throw new CompletionException(e);
            }
        }

        void close() throws SQLException {
            thread.shutdownNow();
            connection.close();
        }
    }
}
