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
 * The letters job as a pipeline: ask, compose and ask for the update, write; all on one thread, and the fastest form.
 *
 * <p>A pipeline has no memory of earlier processes. About once a second this one notes in a file beside the letters how
 * far it got; killed, it goes on from there: the letters after the mark are cut off, their contracts asked again, and
 * their updates made again, to the same date. Where an update must not be made twice, use a job.
 */
public final class LettersByPipeline extends LettersForm {

    private static final long MARKS_NANOS = 1_000_000_000;

    private final Path markFile;
    private final FileSink<CharSequence> letters;
    private long failedBefore;
    private long lastId;
    private long done;
    private long marked = System.nanoTime();

    /** A contract on its way. */
    private static final class Item {

        private final Contract contract;
        private String letter = "";

        private Item(Contract contract) {
            this.contract = contract;
        }
    }

    /** A job over this client, which has no name, and is closed by the caller. */
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
            throw new UncheckedIOException("cannot note in " + markFile + " how far the letters got", e);
        }
    }

    /**
     * How far a pipeline got, in a file of its own, since a pipeline remembers nothing.
     *
     * @param lastId the contract up to which all are done
     * @param done how many that are
     * @param failed how many of them have no letter
     * @param letters the mark of the file of letters
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

        /** The contract after which to go on, if any is done. */
        Optional<String> lastHandled() {
            return done == 0 ? Optional.empty() : Optional.of(Long.toString(lastId));
        }

        /** Replaces the file in one step: a kill leaves the old mark or this one. */
        void write(Path file) throws IOException {
            final Path next = file.resolveSibling(file.getFileName() + ".next");
            Files.writeString(next, lastId + " " + done + " " + failed + " " + letters);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
