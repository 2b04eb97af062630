package dev.sluice.examples.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobItem;
import dev.sluice.examples.letters.Letter.NoLetterException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;

/**
 * The letters job as a restartable loop with futures on one thread. The loop writes the lookups for many contracts in advance,
 * and handles the answers in the order of the contracts. It then writes the contract's update, and when the update is answered,
 * it writes the letter to the file.
 */
public final class LettersByFutures extends LettersForm {

    /** The maximum number of contracts that wait for their lookups, and also of contracts that wait for their update. */
    private static final int AHEAD = 4_000;

    private static final long MARKS_NANOS = 1_000_000_000;

    private final Queue<PendingLetter> asked = new ArrayDeque<>();
    private final Queue<Composed> composed = new ArrayDeque<>();
    private long taken; // this field and the next one include contracts of earlier runs
    private long done;

    /** A contract that waits for the answers to its lookups. */
    private record PendingLetter(
            JobItem item,
            Contract contract,
            CompletableFuture<Optional<Customer>> customer,
            CompletableFuture<Optional<Address>> address) {}

    /** A letter that waits for the answer to its update. If the letter could not be composed, the update is a failed future. */
    private record Composed(JobItem item, Contract contract, String letter, CompletableFuture<Long> update) {}

    /** Creates a job with a client that has no name. The caller closes the client. */
    public LettersByFutures(GatewayClient client, DataSource database, Path file, LocalDate date) {
        super(client, database, file, date);
    }

    @Override
    public LettersReport run() throws InterruptedException, IOException, SQLException {
        try (Job job = client.job("letters", date.toString(), Contract.ANY_LANE);
                FileSink<CharSequence> letters = FileSink.text(file);
                Contracts contracts = Contracts.readAfter(database, job.lastHandled())) {
            continued(job.report().handledBefore());
            taken = job.report().handledBefore();
            done = taken;
            letters.resume(job.sinkMark());
            long marked = System.nanoTime();
            while (contracts.hasNext() || !asked.isEmpty() || !composed.isEmpty()) {
                step(job, contracts, letters);
                if (System.nanoTime() - marked > MARKS_NANOS) {
                    job.mark(letters.mark());
                    marked = System.nanoTime();
                }
            }
            if (!job.isEnded()) {
                job.end(letters.mark());
            }
            return ended(job.report());
        }
    }

    /**
     * Does one step. Writes the lookups of the next contract if few enough contracts wait for their lookups. Otherwise composes
     * the next letter if few enough letters wait for their updates. Otherwise writes the next letter to the file.
     */
    private void step(Job job, Contracts contracts, FileSink<CharSequence> letters)
            throws InterruptedException, IOException {
        if (asked.size() < AHEAD && contracts.hasNext()) {
            ask(job, contracts.next());
        } else if (composed.size() < AHEAD && !asked.isEmpty()) {
            compose(asked.remove());
        } else {
            handle(job, composed.remove(), letters);
        }
    }

    private void ask(Job job, Contract contract) {
        progress(++taken, done);
        final JobItem item = job.item(contract.key());
        asked.add(new PendingLetter(
                item,
                contract,
                item.lookup(Customer.class, "customer", contract.customerId()),
                item.lookup(Address.class, "address", contract.addressId())));
    }

    private void compose(PendingLetter answered) throws InterruptedException {
        String letter = "";
        CompletableFuture<Long> update;
        try {
            letter = Letter.compose(answered.contract, answered.customer.get(), answered.address.get(), date);
            update = answered.item.update("last-letter", date, answered.contract.id());
        } catch (final NoLetterException | ExecutionException e) {
            update = CompletableFuture.failedFuture(e);
        }
        composed.add(new Composed(answered.item, answered.contract, letter, update));
    }

    private void handle(Job job, Composed updated, FileSink<CharSequence> letters)
            throws InterruptedException, IOException {
        try {
            updated.update.get();
            letters.write(updated.letter);
            job.handled(updated.item);
        } catch (final ExecutionException e) {
            failures.add(updated.contract, e);
            job.failed(updated.item);
        }
        progress(taken, ++done);
    }
}
