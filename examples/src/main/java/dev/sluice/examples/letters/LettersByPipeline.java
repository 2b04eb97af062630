package dev.sluice.examples.letters;

import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.loop.Answers;
import dev.sluice.client.loop.ItemFailure;
import dev.sluice.client.loop.Pipeline;
import dev.sluice.examples.letters.Letter.NoLetterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The letters job as a pipeline on one thread, which is the fastest form. For each contract, the first step writes the lookups,
 * the second step composes the letter and writes the update, and the third step writes the letter to the file.
 *
 * <p>A pipeline does not know what earlier processes did. Therefore this class records its progress about once a second in a file
 * beside the letters; such a record is a mark. After a kill the next run continues from the last mark: it removes the letters
 * after the mark from the file, repeats the lookups for their contracts, and repeats their updates with the same date. If an
 * update must not be repeated, use a restartable job instead.
 */
public final class LettersByPipeline extends LettersForm {

    private static final long MARKS_NANOS = 1_000_000_000;

    private final Path markFile;
    private final FileSink<CharSequence> letters;
    private long failedBefore;
    private long lastId;
    private long done;
    private long marked = System.nanoTime();

    /** A contract in the pipeline. */
    private static final class Item {

        private final Contract contract;
        private String letter = "";

        private Item(Contract contract) {
            this.contract = contract;
        }
    }

    /** Creates a job with a client that has no name. The caller closes the client. */
    public LettersByPipeline(GatewayClient client, DataSource database, Path file, LocalDate date) {
        super(client, database, file, date);
        this.markFile = file.resolveSibling(file.getFileName() + ".mark");
        this.letters = FileSink.text(file);
    }

    @Override
    public LettersReport run() throws IOException, SQLException {
        final PipelineMark last = PipelineMark.read(markFile);
        lastId = last.lastId();
        done = last.done();
        failedBefore = last.failed();
        continued(done);
        try (letters;
                Contracts contracts = Contracts.readAfter(database, last.lastHandled())) {
            letters.resume(last.letters());
            Pipeline.over(client)
                    .withFailures(this::fail)
                    .withProgress(LOOKS, now -> progress(last.done() + now.begun(), done))
                    .run(items(contracts), this::ask, this::compose, this::write);
            mark();
        }
        return ended(done, failedBefore + failures.count(), client.written(), 0);
    }

    private static Iterable<Item> items(Contracts contracts) {
        return () -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return contracts.hasNext();
            }

            @Override
            public Item next() {
                return new Item(contracts.next());
            }
        };
    }

    private void ask(Item item, Requests requests) {
        requests.lookup("customer", item.contract.customerId());
        requests.lookup("address", item.contract.addressId());
    }

    private void compose(Item item, Answers answers, Requests requests) throws NoLetterException {
        item.letter =
                Letter.compose(item.contract, answers.row(0, Customer.class), answers.row(1, Address.class), date);
        requests.executeUpdate("last-letter", date, item.contract.id());
    }

    private void write(Item item, Answers answers) throws IOException {
        answers.count(0); // throws if the update failed
        letters.write(item.letter);
        handled(item);
    }

    private void fail(ItemFailure failure) {
        final Item item = (Item) failure.item();
        failures.add(item.contract, failure.cause());
        handled(item);
    }

    private void handled(Item item) {
        lastId = item.contract.id();
        done++;
        if (System.nanoTime() - marked > MARKS_NANOS) {
            mark();
            marked = System.nanoTime();
        }
    }

    private void mark() {
        try {
            new PipelineMark(lastId, done, failedBefore + failures.count(), letters.mark()).write(markFile);
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot write the progress of the letters to " + markFile, e);
        }
    }

    /**
     * The progress of a pipeline. It is stored in a separate file, because a pipeline itself stores nothing.
     *
     * @param lastId the id of the last contract that is done; all contracts before it are also done
     * @param done the number of contracts that are done
     * @param failed the number of done contracts that have no letter
     * @param letters the mark of the file with the letters, which tells up to where the letters are written
     */
    private record PipelineMark(long lastId, long done, long failed, String letters) {

        private static final PipelineMark BEGIN = new PipelineMark(Long.MIN_VALUE, 0, 0, "");

        static PipelineMark read(Path file) throws IOException {
            if (!Files.exists(file)) {
                return BEGIN;
            }
            final String[] parts = Files.readString(file).split(" ");
            return new PipelineMark(
                    Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]), parts[3]);
        }

        /** The id of the contract after which to continue; empty if no contract is done. */
        Optional<String> lastHandled() {
            return done == 0 ? Optional.empty() : Optional.of(Long.toString(lastId));
        }

        /** Replaces the file atomically, so that a kill leaves either the old mark or this one. */
        void write(Path file) throws IOException {
            final Path next = file.resolveSibling(file.getFileName() + ".next");
            Files.writeString(next, lastId + " " + done + " " + failed + " " + letters);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
