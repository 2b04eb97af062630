package dev.sluice.perf.baseline;

import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Customer;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersVariant;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.dataloader.DataLoader;
import org.dataloader.DataLoaderFactory;

/**
 * Looks up customers and addresses through java-dataloader. The loop loads the customer and the address of each contract as
 * futures, dispatches both loaders after each chunk of contracts, and writes the letters of a chunk when its futures are
 * complete.
 *
 * <p>The comparison is fair because this variant follows the library's documentation: the mapped batch loaders return a future at
 * once, and new loaders are created for each chunk, as a server creates them for each of its requests. Within a chunk, equal keys
 * are therefore looked up once, and the cache does not grow. Each loader executes the SELECT of {@link ChunksByHand} on its own
 * connection and thread. The loop dispatches the next chunk before it writes the letters of the previous one, so that the
 * database and the loop work at the same time.
 *
 * <p>What could be tuned: the chunk size, and the number of chunks that are dispatched ahead. On two cores, dispatching more than
 * one chunk ahead saved no time.
 */
public final class LettersByDataLoader implements LettersVariant {

    private final int size;
    private final ChunksByHand.Chunked<Customer> customers;
    private final ChunksByHand.Chunked<Address> addresses;
    private final ExecutorService customerThread = Executors.newSingleThreadExecutor();
    private final ExecutorService addressThread = Executors.newSingleThreadExecutor();

    /** @param size the number of contracts in a chunk */
    public LettersByDataLoader(Database database, int size) throws SQLException {
        this.size = size;
        this.customers = ChunksByHand.customers(database);
        this.addresses = ChunksByHand.addresses(database);
    }

    private record Loaded(
            Contract contract, CompletableFuture<Customer> customer, CompletableFuture<Address> address) {}

    @Override
    public void write(Iterator<Contract> contracts, Letters letters) throws IOException {
        List<Loaded> before = List.of();
        while (contracts.hasNext()) {
            final List<Loaded> chunk = dispatch(contracts);
            write(before, letters);
            before = chunk;
        }
        write(before, letters);
    }

    private List<Loaded> dispatch(Iterator<Contract> contracts) {
        final DataLoader<Long, Customer> customer = loader(customers, customerThread);
        final DataLoader<Long, Address> address = loader(addresses, addressThread);
        final List<Loaded> chunk = new ArrayList<>(size);
        while (chunk.size() < size && contracts.hasNext()) {
            final Contract contract = contracts.next();
            chunk.add(new Loaded(contract, customer.load(contract.customerId()), address.load(contract.addressId())));
        }
        customer.dispatch();
        address.dispatch();
        return chunk;
    }

    /** Returns a loader that looks up its collected keys on the given thread. */
    private static <T> DataLoader<Long, T> loader(ChunksByHand.Chunked<T> select, ExecutorService thread) {
        return DataLoaderFactory.newMappedDataLoader(
                (Set<Long> keys) -> CompletableFuture.supplyAsync(() -> select.find(keys), thread));
    }

    private static void write(List<Loaded> chunk, Letters letters) throws IOException {
        for (final Loaded loaded : chunk) {
            letters.write(loaded.contract, loaded.customer.join(), loaded.address.join());
        }
    }

    @Override
    public void close() throws SQLException {
        customerThread.shutdownNow();
        addressThread.shutdownNow();
        customers.close();
        addresses.close();
    }
}
