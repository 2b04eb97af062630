package dev.sluice.examples.kafka;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.examples.demo.DemoData;
import dev.sluice.examples.demo.DemoDatabase;
import dev.sluice.examples.demo.DemoException;
import dev.sluice.examples.demo.GatewayConfigFile;
import dev.sluice.examples.demo.HsqldbDatabase;
import dev.sluice.examples.demo.Screen;
import dev.sluice.examples.demo.Verdict;
import dev.sluice.examples.letters.LettersByFutures;
import dev.sluice.examples.letters.LettersForm;
import dev.sluice.examples.letters.LettersReport;
import dev.sluice.examples.letters.OneAtATime;
import dev.sluice.examples.letters.SelectEach;
import dev.sluice.testsupport.KafkaBrokers;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.ExitCode;

/** One run of the demo on Kafka, in a directory that is deleted at the end, unless something was wrong. */
final class KafkaDemo {

    private static final int LANES = 2;
    private static final String NAME = "demo";
    private static final String REQUESTS = NAME + ".requests";
    private static final String RESULTS = NAME + ".results";

    private final int brokerCount;
    private final boolean kill;
    private final int contracts;
    private final long seed;
    private final Screen screen;
    private final Thread atWork = Thread.currentThread();
    private final AtomicReference<String> failure = new AtomicReference<>();

    KafkaDemo(int brokerCount, boolean kill, int contracts, long seed, Screen screen) {
        this.brokerCount = brokerCount;
        this.kill = kill;
        this.contracts = contracts;
        this.seed = seed;
        this.screen = screen;
    }

    /** Runs to the end and gives the exit code. */
    int run() throws Exception {
        final Path directory = Files.createTempDirectory("sluice-demo-kafka-");
        boolean keep = true;
        try {
            final int exitCode = run(directory);
            keep = exitCode != ExitCode.OK;
            return exitCode;
        } catch (final Exception e) {
            keep = failure.get() != null;
            throw keep ? new DemoException(failure.get() + needs()) : e;
        } finally {
            if (keep) {
                screen.line("The logs and letters are kept in " + directory);
            } else {
                Trees.delete(directory);
            }
        }
    }

    private String needs() {
        return brokerCount == 1
                ? "\nA broker, two gateways, and the job with its database need about 1.2 GB of memory."
                : "\n" + brokerCount
                        + " brokers, two gateways, and the job with its database need about 2 GB of memory;"
                        + " --brokers 1 needs less.";
    }

    private int run(Path directory) throws IOException, SQLException, ExecutionException, InterruptedException {
        try (DemoDatabase database = HsqldbDatabase.open(Files.createDirectory(directory.resolve("database")))) {
            load(database);
            final Path letters = directory.resolve("letters.txt");
            final Path expected = directory.resolve("letters-one-at-a-time.txt");
            final ResultCount count;
            final LettersReport report;
            screen.line("Starting " + (brokerCount == 1 ? "a broker" : brokerCount + " brokers") + " of Kafka in "
                    + directory);
            try (KafkaBrokers brokers = start(directory)) {
                report = throughGateways(directory, database, brokers, letters);
                count = ResultCount.of(brokers.bootstrap(), REQUESTS, RESULTS, LANES);
            }
            final long updated = DemoData.updated(database.dataSource(), DemoData.LETTER_DATE);
            final LettersReport baseline = oneAtATime(database, expected);
            return judge(report, baseline, count, updated, letters, expected);
        }
    }

    private void load(DemoDatabase database) throws SQLException, InterruptedException {
        final DemoData data = new DemoData(contracts, seed);
        try (Screen.Progress progress = screen.progress(() -> Screen.bar("data", data.inserted(), data.rows()))) {
            progress.begin();
            data.load(database.dataSource());
        }
    }

    private KafkaBrokers start(Path directory) throws IOException, InterruptedException {
        try {
            return KafkaBrokers.start(directory, brokerCount, this::failed);
        } catch (final IOException e) {
            failed(e.getMessage());
            throw e;
        }
    }

    /** What must not end has ended: the thread at work stops. Any thread. */
    private void failed(String why) {
        if (failure.compareAndSet(null, why)) {
            atWork.interrupt();
        }
    }

    private LettersReport throughGateways(Path directory, DemoDatabase database, KafkaBrokers brokers, Path letters)
            throws IOException, SQLException, ExecutionException, InterruptedException {
        final String lanes = "?bootstrap=" + brokers.bootstrap();
        final QueueOptions options = QueueOptions.DEFAULTS.withLanes(LANES);
        try (GatewayClient client = GatewayClient.builder("kafka:" + NAME + lanes)
                        .options(options)
                        .open();
                Worker first = worker(0, directory, lanes, database);
                Worker second = worker(1, directory, lanes, database);
                ResultWatch watch = ResultWatch.begin(brokers.bootstrap(), RESULTS, LANES)) {
            screen.line("The gateways of lanes 0 and 1 are processes " + first.pid() + " and " + second.pid());
            final LettersForm job = new LettersByFutures(client, database.dataSource(), letters, DemoData.LETTER_DATE);
            final Thread kills = new Thread(
                    new Kills(brokers, RESULTS, first, job::done, contracts, watch.arrivals(), screen, this::failed),
                    "demo-kills");
            if (kill) {
                kills.start();
            }
            try (Screen.Progress progress = screen.progress(() -> progress(job))) {
                progress.begin();
                final LettersReport report = job.run();
                kills.join();
                return report;
            } catch (final Exception e) {
                kills.interrupt();
                kills.join();
                throw e;
            }
        }
    }

    private Worker worker(int lane, Path directory, String lanes, DemoDatabase database) throws IOException {
        final Path config = directory.resolve("gateway-" + lane + ".yaml");
        GatewayConfigFile.writeForLane(config, NAME + "-" + lane, "kafka:" + NAME + "/" + lane + lanes, database);
        try {
            return new Worker(lane, config, screen, this::failed);
        } catch (final IOException e) {
            failed("the gateway of lane " + lane + " cannot be started: " + e.getMessage());
            throw e;
        }
    }

    private String progress(LettersForm job) {
        return Screen.bar("asked", job.asked(), contracts) + "   " + Screen.bar("done", job.done(), contracts);
    }

    private LettersReport oneAtATime(DemoDatabase database, Path file)
            throws IOException, SQLException, InterruptedException {
        final OneAtATime job = new OneAtATime(
                database.dataSource(),
                () -> SelectEach.open(database.dataSource()),
                file,
                DemoData.LETTER_DATE,
                contracts);
        try (Screen.Progress progress = screen.progress(() -> Screen.bar("one at a time", job.done(), contracts))) {
            progress.begin();
            return job.run();
        }
    }

    private int judge(
            LettersReport report, LettersReport baseline, ResultCount count, long updated, Path letters, Path expected)
            throws IOException {
        screen.line(String.format(
                Locale.ROOT,
                "%,d letters through the gateways in %.1f s, and in %.1f s one at a time.",
                report.letters(),
                seconds(report.duration()),
                seconds(baseline.duration())));
        screen.line(String.format(
                Locale.ROOT,
                "%,d requests, %,d results, by a consumer of its own: %,d lost, %,d twice, %,d out of order",
                count.requests(),
                count.results(),
                count.lost(),
                count.twice(),
                count.outOfOrder()));
        final Verdict verdict =
                Verdict.of(report, false, updated, List.of(Verdict.difference(letters, expected, true)));
        verdict.lines().forEach(screen::line);
        return count.isExact() ? verdict.exitCode() : ExitCode.SOFTWARE;
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
