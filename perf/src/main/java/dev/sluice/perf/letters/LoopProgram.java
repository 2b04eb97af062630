package dev.sluice.perf.letters;

import dev.sluice.api.Update;
import dev.sluice.client.ClientBuilder;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.examples.letters.Customer;
import dev.sluice.examples.letters.LettersReport;
import dev.sluice.examples.letters.OneAtATime;
import dev.sluice.examples.letters.SelectEach;
import dev.sluice.perf.baseline.ChunksByHand;
import dev.sluice.perf.baseline.LettersByDataLoader;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersVariant;
import dev.sluice.service.EmbeddedGateway;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The letters job of the README in a JVM that has just started: two lookups, an update and a letter for each contract. Runs the
 * job several times and says the microseconds per contract of each run. The first run includes the opening of the client and, if
 * it is embedded, of the gateway.
 */
final class LoopProgram {

    /** The form in which the job is written. */
    enum Form {
        PLAIN("plain loop"),
        BY_HAND("chunks by hand"),
        LOADER("java-dataloader"),
        EMBEDDED("the README's loop, gateway embedded"),
        APART("the README's loop, gateway apart");

        private final String text;

        Form(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** The number of contracts that share two SELECTs and a commit if chunks are made by hand. */
    static final int CHUNK = 100;

    /** The interface that the README declares. */
    interface Questions {
        Customer customer(long id);

        Address address(long id);

        @Update("last-letter")
        CompletableFuture<Long> lastLetter(LocalDate day, long contract);
    }

    /** One run of the job. */
    private interface Running {
        void run(LocalDate day) throws Exception;
    }

    private final Database database;
    private final Path directory;
    private final int contracts;

    private LoopProgram(Database database, Path directory, int contracts) {
        this.database = database;
        this.directory = directory;
        this.contracts = contracts;
    }

    /** The arguments: form, JDBC URL, user, directory with the gateway's configuration, number of contracts, number of runs. */
    public static void main(String[] args) throws Exception {
        final long start = System.nanoTime();
        new LoopProgram(new Database(args[1], args[2]), Path.of(args[3]), Integer.parseInt(args[4]))
                .run(Form.valueOf(args[0]), start, Integer.parseInt(args[5]));
        System.exit(0);
    }

    private void run(Form form, long start, int runs) throws Exception {
        switch (form) {
            case PLAIN -> times(start, runs, this::plain);
            case BY_HAND -> chunked(start, runs, new ChunksByHand(database, CHUNK));
            case LOADER -> chunked(start, runs, new LettersByDataLoader(database, CHUNK));
            case EMBEDDED -> {
                try (EmbeddedGateway gateway = EmbeddedGateway.start(directory.resolve("gateway.yaml"))) {
                    times(start, runs, day -> loop(gateway.client(), day));
                }
            }
            case APART -> times(start, runs, day -> loop(GatewayClient.builder(directory.resolve("queues")), day));
        }
    }

    private void times(long start, int runs, Running job) throws Exception {
        final List<Double> micros = new ArrayList<>();
        long begun = start;
        for (int run = 1; run <= runs; run++) {
            job.run(LocalDate.of(2027, 1, run));
            micros.add((System.nanoTime() - begun) / 1e3 / contracts);
            begun = System.nanoTime();
        }
        ChildJvm.say(micros);
    }

    private Path file() {
        return directory.resolve("letters.txt");
    }

    private Iterator<Contract> first(Contracts all) {
        return Stream.generate(all::next).limit(contracts).iterator();
    }

    private void plain(LocalDate day) throws Exception {
        final LettersReport report = new OneAtATime(
                        database.source(),
                        () -> SelectEach.open(database.source()),
                        file(),
                        LocalDate.of(2027, 1, 1),
                        contracts)
                .run();
        if (report.letters() != contracts) {
            throw new IllegalStateException(day + ": " + report.letters() + " letters for " + contracts + " contracts");
        }
    }

    /** Looks up in chunks, and makes the updates of a chunk as a JDBC batch with a commit of its own. */
    private void chunked(long start, int runs, LettersVariant lookups) throws Exception {
        try (lookups;
                Connection connection = database.connect();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE contract SET last_letter = ? WHERE id = ?")) {
            connection.setAutoCommit(false);
            times(start, runs, day -> {
                try (Contracts all = Contracts.read(database.source());
                        BufferedWriter out = Files.newBufferedWriter(file())) {
                    final Letters letters = new Letters(out);
                    final Iterator<Contract> rest = first(all);
                    final List<Contract> chunk = new ArrayList<>(CHUNK);
                    while (rest.hasNext()) {
                        chunk.clear();
                        while (chunk.size() < CHUNK && rest.hasNext()) {
                            chunk.add(rest.next());
                        }
                        lookups.write(chunk.iterator(), letters);
                        for (final Contract contract : chunk) {
                            update.setObject(1, day);
                            update.setLong(2, contract.id());
                            update.addBatch();
                        }
                        update.executeBatch();
                        connection.commit();
                    }
                }
            });
        }
    }

    private void loop(ClientBuilder builder, LocalDate day) throws Exception {
        try (Contracts all = Contracts.read(database.source());
                GatewayClient client = builder.open();
                Job job = client.job("letters", day.toString())) {
            job.run(
                    () -> first(all),
                    Contract::key,
                    (contract, gateway) -> {
                        final Questions questions = gateway.declare(Questions.class);
                        final Customer customer = questions.customer(contract.customerId());
                        final Address address = questions.address(contract.addressId());
                        questions.lastLetter(day, contract.id());
                        return Letters.compose(contract, customer, address);
                    },
                    FileSink.text(file()));
        }
    }
}
