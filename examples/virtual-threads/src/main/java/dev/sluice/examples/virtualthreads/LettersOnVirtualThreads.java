package dev.sluice.examples.virtualthreads;

import dev.sluice.api.Update;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobItem;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.examples.letters.Customer;
import dev.sluice.examples.letters.Letter;
import dev.sluice.examples.letters.LettersDatabase;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The letters job for who has virtual threads of his own; {@code job.run} would run its bodies on some, too. */
public final class LettersOnVirtualThreads {

    /** The job's questions: each call waits for its answer, and its thread costs next to nothing meanwhile. */
    interface Gateway {
        Customer customer(long id);

        Address address(long id);

        @Update("last-letter")
        void lastLetter(LocalDate date, long contract);
    }

    private record Begun(JobItem item, Future<String> letter) {}

    /** Queues, URL of the database, file, date of the letters: killed and started again, a run goes on where it was. */
    public static void main(String[] args) throws Exception {
        try (GatewayClient client = GatewayClient.open(Path.of(args[0]));
                Job job = client.job("letters", args[3]);
                Contracts contracts = Contracts.readAfter(LettersDatabase.at(args[1]), job.lastHandled());
                FileSink<CharSequence> letters = FileSink.text(Path.of(args[2]))) {
            run(job, contracts, letters, LocalDate.parse(args[3]));
        }
    }

    private static void run(Job job, Contracts contracts, FileSink<CharSequence> letters, LocalDate date)
            throws Exception {
        letters.resume(job.sinkMark());
        final Queue<Begun> begun = new ArrayDeque<>();
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            while (contracts.hasNext() || !begun.isEmpty()) {
                while (contracts.hasNext() && begun.size() < 500) {
                    final Contract contract = contracts.next();
                    final JobItem item = job.item(contract.key());
                    begun.add(new Begun(item, pool.submit(() -> letter(contract, item.declare(Gateway.class), date))));
                }
                final Begun first = begun.remove(); // so letters come in the order of the contracts
                letters.write(first.letter.get());
                job.handled(first.item);
                if (job.handledItems() % 1_000 == 0) {
                    job.mark(letters.mark());
                }
            }
        } catch (final ExecutionException failed) {
            job.stop(letters.mark()); // whoever starts it again has seen to the cause
            throw failed;
        }
        job.end(letters.mark());
    }

    private static String letter(Contract contract, Gateway gateway, LocalDate date) {
        final Customer customer = gateway.customer(contract.customerId());
        final Address address = gateway.address(contract.addressId());
        gateway.lastLetter(date, contract.id());
        return Letter.compose(contract, customer, address, date);
    }
}
