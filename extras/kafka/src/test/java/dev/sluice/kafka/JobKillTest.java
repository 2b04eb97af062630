package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.service.Main;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.SeriesLength;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.ResultReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run of a job whose process is killed, or followed while it still runs, or stopped and continued after its successor has begun; and
 * a gateway that is killed now and then. Each item books once.
 */
@Timeout(900)
@Tag("nightly")
class JobKillTest {

    private static final int ENDS = SeriesLength.of("ends", 2, 40);
    private static final int ITEMS = 250 * ENDS;

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    private enum End {
        KILLED,
        FOLLOWED,
        STOPPED_AND_FOLLOWED
    }

    /** @param midway whether something was left to book when its successor had claimed the run */
    private record Former(Child process, boolean midway) {}

    private final List<Child> processes = new ArrayList<>();
    private final List<Former> followed = new ArrayList<>();
    private List<String> claimsBefore = List.of();

    @TempDir
    private Path directory;

    /** On one lane, and spread over two. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldBookEachItemOnceWhenARunIsTakenOver(int count) throws Exception {
        final long seed = Long.getLong("sluice.kafka.seed", System.nanoTime());
        final SplittableRandom random = new SplittableRandom(seed);
        final String address = BROKER.newAddress();
        try (Bank bank = new Bank("CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)");
                Run run = new Run(address, count)) {
            bank.execute("INSERT INTO account VALUES (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)");
            bank.execute("CREATE TABLE entry (item BIGINT NOT NULL, account BIGINT NOT NULL)");
            final Path config = config(address, count, bank.url());
            Child gateway = gateway(config);
            Child job = job(run);
            int ends = 0;
            int answered = 0;
            int nextEnd = random.nextInt(1, 100);
            while (job.isAlive()) {
                answered += run.answered();
                if (answered >= nextEnd && ends < ENDS) {
                    if (random.nextInt(3) == 0) {
                        gateway.kill();
                        gateway = gateway(config);
                    }
                    job = end(job, End.values()[random.nextInt(End.values().length)], run, bank);
                    ends++;
                    nextEnd = answered + random.nextInt(1, 400);
                }
                final Child now = gateway;
                assertTrue(now.isAlive(), () -> said("the gateway ended", seed));
                Thread.onSpinWait();
            }
            assertEquals(0, job.status(), () -> said("the job's last process", seed));
            assertEquals(ENDS, ends, () -> said("they were too fast", seed));
            assertEquals(once(), booked(bank), () -> said("the entries", seed));
            for (final Former former : followed) {
                former.process.awaitEnd();
                assertTrue(
                        !former.midway || former.process.status() == 1,
                        () -> said("a former process ended with " + former.process.status(), seed));
            }
            assertEquals(once(), booked(bank), () -> said("the entries", seed));
            assertEquals(List.of(), run.places());
        }
    }

    /** Ends a process of the run in that way, and returns its successor. */
    private Child end(Child former, End how, Run run, Bank bank) throws Exception {
        if (how == End.KILLED) {
            former.kill();
            return job(run);
        }
        awaitClaim(run, former); // one that claims later would follow its successor
        if (how == End.STOPPED_AND_FOLLOWED) {
            former.signal("STOP");
        }
        final Child next = job(run);
        awaitClaim(run, next);
        followed.add(new Former(former, !booked(bank).equals(once())));
        if (how == End.STOPPED_AND_FOLLOWED) {
            former.signal("CONT");
        }
        return next;
    }

    private Child job(Run run) throws IOException {
        claimsBefore = run.claims();
        return started(Program.java(BankJob.class, run.address, ITEMS, run.lanes.size() > 1)
                .bare()
                .log(directory.resolve("job.log"))
                .start());
    }

    private void awaitClaim(Run run, Child job) {
        boolean claimed = false;
        while (!claimed && job.isAlive()) { // one that has ended by then had claimed
            final List<String> now = run.claims();
            claimed = IntStream.range(0, now.size())
                    .noneMatch(lane -> now.get(lane).equals(claimsBefore.get(lane)));
        }
    }

    /** The run as others see it. */
    private static final class Run implements AutoCloseable {

        private final String address;
        private final List<KafkaLane> lanes = new ArrayList<>();
        private final List<ResultReader> results = new ArrayList<>();

        Run(String address, int count) {
            this.address = address;
            final Lanes all = Lanes.at(address, QueueOptions.DEFAULTS.withLanes(count));
            for (int lane = 0; lane < count; lane++) {
                lanes.add((KafkaLane) all.openExisting(lane));
                results.add(lanes.get(lane).newResults());
            }
        }

        /** How many results came since the last look. */
        int answered() {
            return results.stream()
                    .mapToInt(reader -> reader.poll((index, result) -> {}, 100))
                    .sum();
        }

        /** Where the last claim of each lane is. */
        List<String> claims() {
            return lanes.stream()
                    .map(lane -> new RunKeys(lane.logs(), RunKeys.PLACE).place("bank@today"))
                    .toList();
        }

        List<String> places() {
            return lanes.stream().flatMap(lane -> lane.runs().stream()).toList();
        }

        @Override
        public void close() {
            results.forEach(ResultReader::close);
            lanes.forEach(KafkaLane::close);
        }
    }

    private Child gateway(Path config) throws IOException {
        return started(Program.java(Main.class, "run", "--config", config)
                .bare()
                .log(directory.resolve("gateway.log"))
                .start());
    }

    private Child started(Child process) {
        processes.add(process);
        return process;
    }

    private static Map<Integer, Long> booked(Bank bank) throws SQLException {
        return bank.numbers("SELECT item, COUNT(*) FROM entry GROUP BY item");
    }

    private static Map<Integer, Long> once() {
        final Map<Integer, Long> once = new TreeMap<>();
        for (int item = 0; item < ITEMS; item++) {
            once.put(item, 1L);
        }
        return once;
    }

    private Path config(String address, int lanes, String url) throws IOException {
        return Files.writeString(directory.resolve("gateway.yaml"), """
                name: bank
                queues: {path: '%s', lanes: %d}
                chunk: {limit: 5}
                databases: {main: {url: '%s', user: SA, callsPerSecond: 80}}
                lookups:
                  account: {sql: 'SELECT balance FROM account WHERE id = ?', types: [long]}
                statements:
                  book: {sql: 'INSERT INTO entry VALUES (?, ?)', types: [long, long]}
                """.formatted(address, lanes, url));
    }

    private String said(String what, long seed) {
        try {
            return what + "; -Dsluice.kafka.seed=" + seed + "\n" + Files.readString(directory.resolve("job.log")) + "\n"
                    + Files.readString(directory.resolve("gateway.log"));
        } catch (final IOException e) {
            return what + "; " + e;
        }
    }

    @AfterEach
    void killAll() throws InterruptedException {
        for (final Child process : processes) {
            process.kill();
        }
    }
}
