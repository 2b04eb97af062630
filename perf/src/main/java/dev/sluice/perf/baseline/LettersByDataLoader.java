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
public final class LettersByDataLoader implements LettersVariant {

    private final int size;
    private final ChunksByHand.Chunked<Customer> customers;
    private final ChunksByHand.Chunked<Address> addresses;
    private final ExecutorService customerThread = Executors.newSingleThreadExecutor();
    private final ExecutorService addressThread = Executors.newSingleThreadExecutor();

    /** @param size contracts in a chunk */
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

    /** A loader that asks for what it has gathered on a thread. */
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
