package dev.sluice.examples.letters;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.client.AllResults;
import dev.sluice.client.GatewayClient;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * The letters job with callbacks. A second thread reads the contracts and writes their lookups (the questions). The thread that
 * runs the job reads the answers, which come in the order of the questions, and writes the letters and the updates.
 *
 * <p>If the job is killed at any moment and run again under the same client name, it produces the same file. The questions are
 * numbered, so a new run knows which questions have already been written. It reads all results again from the start.
 */
public final class LettersJob extends LettersForm {

    private static final int BATCH = 256;
    private static final long PAUSE_NANOS = 50_000;

    private final Requests questions;
    private final Requests updates;
    private final AllResults results;
    private volatile Duration askingTook = Duration.ZERO;
    private final long writtenBefore;
    private final long questionsBefore;

    /** Creates a job with a client that has a name. The caller closes the client. */
    public LettersJob(GatewayClient client, DataSource database, Path file, LocalDate date) {
        super(client, database, file, date);
        this.questions = client.requests();
        this.updates = client.newRequests();
        this.results = client.results().toStart();
        this.questionsBefore = questions.lastSequence();
        this.writtenBefore = questionsBefore + updates.lastSequence();
    }

    @Override
    public LettersReport run() throws InterruptedException, ExecutionException, IOException, SQLException {
        final long start = System.nanoTime();
        final ExecutorService asking = Executors.newSingleThreadExecutor(task -> new Thread(task, "letters-ask"));
        try (Contracts contracts = Contracts.read(database);
                BufferedWriter letters = Files.newBufferedWriter(file)) {
            final Future<Long> asked = asking.submit(this::ask);
            final Answers answers = new Answers(contracts, letters);
            while (!asked.isDone() || !answers.complete(asked.get())) {
                if (results.poll(answers, BATCH) == 0) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
                progress(asked(), answers.done());
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted after " + answers.written + " letters");
                }
            }
            return new LettersReport(
                    asked.get(), answers.written, failures, Duration.ofNanos(System.nanoTime() - start));
        } finally {
            asking.shutdownNow();
            asking.awaitTermination(10, TimeUnit.SECONDS);
        }
    }

    /** Writes questions 2n-1 and 2n for the nth contract, and skips questions that an earlier run has already written. */
    private long ask() throws SQLException {
        final long start = System.nanoTime();
        long number = 0;
        try (Contracts contracts = Contracts.read(database)) {
            while (contracts.hasNext() && !Thread.currentThread().isInterrupted()) {
                final Contract contract = contracts.next();
                number++;
                if (questions.lastSequence() < 2 * number - 1) {
                    questions.lookup("customer", contract.customerId());
                }
                if (questions.lastSequence() < 2 * number) {
                    questions.lookup("address", contract.addressId());
                }
            }
        }
        askingTook = Duration.ofNanos(System.nanoTime() - start);
        return number;
    }

    @Override
    public long asked() {
        return questions.lastSequence() / 2;
    }

    /** Reports no skipped contracts, because after a restart this job reads all results again and writes all letters again. */
    @Override
    public Asking asking() {
        return new Asking(
                questions.lastSequence() + updates.lastSequence() - writtenBefore,
                writtenBefore,
                0,
                questions.lastSequence() - questionsBefore,
                askingTook);
    }

    /** Handles the answers on the thread that runs the job. */
    private final class Answers implements Results {

        private final Contracts contracts;
        private final Writer letters;
        private Contract contract;
        private Customer customer;
        private long answeredQuestions;
        private long answeredUpdates;
        private long written;

        private Answers(Contracts contracts, Writer letters) {
            this.contracts = contracts;
            this.letters = letters;
        }

        @Override
        public void rows(RequestRef request, Rows rows) {
            if (request.writer() != questions.writer()) {
                return;
            }
            begin(request);
            if (request.name().equals("customer")) {
                customer = rows.only().as(Customer.class);
            } else if (customer != null) {
                write(rows.only().as(Address.class));
            }
        }

        @Override
        public void notFound(RequestRef request) {
            if (request.writer() == questions.writer()) {
                begin(request);
                failures.add("contract " + contract.id() + ": no " + request.name());
            }
        }

        @Override
        public void updated(RequestRef request, long count) {
            if (request.writer() == updates.writer()) {
                end(request);
                if (count != 1) {
                    failures.add(
                            request.name() + " " + request.sequence() + ": " + count + " contracts updated, not 1");
                }
            }
        }

        @Override
        public void failed(RequestRef request, Failure failure) {
            if (request.writer() == questions.writer()) {
                begin(request);
                failures.add("contract " + contract.id() + ": " + request.name() + ": " + failure.message());
            } else if (request.writer() == updates.writer()) {
                end(request);
                failures.add(request.name() + " " + request.sequence() + ": " + failure.message());
            }
        }

        /** Begins to handle the answer to a question. If it is the first answer for a contract, moves on to this contract. */
        private void begin(RequestRef request) {
            if (request.sequence() % 2 == 1) {
                contract = contracts.next();
                customer = null;
            }
            answeredQuestions = request.sequence();
        }

        private void end(RequestRef request) {
            answeredUpdates = request.sequence();
        }

        /**
         * Returns the number of contracts done so far. A contract that gets no letter has no update, so it is done when its
         * questions are answered.
         */
        private long done() {
            return answeredUpdates + answeredQuestions / 2 - written;
        }

        /** Writes a letter and its update. Letter n has update n, so an update that an earlier run has written can be skipped. */
        private void write(Address address) {
            try {
                letters.write(Letter.compose(contract, customer, address, date));
            } catch (final IOException e) {
                throw new UncheckedIOException("cannot write to " + file, e);
            }
            written++;
            if (updates.lastSequence() < written) {
                updates.executeUpdate("last-letter", date, contract.id());
            }
        }

        private boolean complete(long contractsAsked) {
            return answeredQuestions == 2 * contractsAsked && answeredUpdates == written;
        }
    }
}
