package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.service.Main;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.WrongClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job and a gateway whose clocks are wrong, and are set while both work: each item is booked once, in order. None is set back just
 * after it was set ahead: Kafka's clients then wait to connect again for as long as it was set back.
 */
@Tag("nightly")
@Timeout(300)
class ClockTest {

    private static final Duration BACK = Duration.ofHours(-1);
    private static final Duration AHEAD = Duration.ofDays(1);
    private static final int ITEMS = 600;

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    private final List<Child> processes = new ArrayList<>();

    @TempDir
    private Path directory;

    @Test
    void shouldBookEachItemOnceWhateverTheClocksSay() throws Exception {
        final String address = BROKER.newAddress();
        final WrongClock ofGateway = clock("gateway");
        final WrongClock ofJob = clock("job");
        OneBroker.open(address).close();
        try (Bank bank = new Bank("CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)")) {
            bank.execute("INSERT INTO account VALUES (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)");
            bank.execute("CREATE TABLE entry (item BIGINT NOT NULL, account BIGINT NOT NULL)");
            ofGateway.set(AHEAD);
            ofJob.set(BACK);
            final Path config =
                    Files.writeString(directory.resolve("gateway.yaml"), """
                    name: bank
                    queues: {path: '%s', retention: 2h}
                    health: {port: 0}
                    databases: {main: {url: '%s', user: SA, callsPerSecond: 100}}
                    lookups:
                      account: {sql: 'SELECT balance FROM account WHERE id = ?', types: [long]}
                    statements:
                      book: {sql: 'INSERT INTO entry VALUES (?, ?)', types: [long, long]}
                    """.formatted(address, bank.url()));
            start(ofGateway, Main.class, "run", "--config", config);
            final Child job = start(ofJob, BankJob.class, address, ITEMS, false);
            awaitBooked(bank, ITEMS / 4);
            ofGateway.set(BACK);
            awaitBooked(bank, ITEMS / 2);
            ofJob.set(AHEAD);
            awaitBooked(bank, 3 * ITEMS / 4);
            ofGateway.set(AHEAD);
            job.expectEnd(0);
            final Map<Integer, Long> once =
                    IntStream.range(0, ITEMS).collect(TreeMap::new, (map, item) -> map.put(item, 1L), Map::putAll);
            assertEquals(once, bank.numbers("SELECT item, COUNT(*) FROM entry GROUP BY item"), this::said);
            final List<Long> answered = OneBroker.answered(
                    BROKER.bootstrap(), KafkaAddress.parse(address).results());
            assertEquals(answered.stream().sorted().distinct().toList(), answered);
            assertEquals(2 * ITEMS, answered.size());
            assertTrue(said().contains("ended: "), this::said);
        }
    }

    /** Skips the test where no such clock can be made. */
    private WrongClock clock(String name) throws Exception {
        final Optional<WrongClock> clock = WrongClock.make(directory, name);
        assumeTrue(clock.isPresent(), "needs 'cc' on Linux, which is not here");
        return clock.get();
    }

    private void awaitBooked(Bank bank, int items) throws Exception {
        while (bank.numbers("SELECT 1, COUNT(*) FROM entry").get(1) < items) {
            for (final Child process : processes) {
                assertTrue(process.isAlive(), this::said);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    private Child start(WrongClock clock, Class<?> main, Object... arguments) throws IOException {
        final Child process = Program.java(main, arguments)
                .bare()
                .with(clock.environment())
                .log(directory.resolve("said.log"))
                .start();
        processes.add(process);
        return process;
    }

    private String said() {
        try {
            return Files.readString(directory.resolve("said.log"));
        } catch (final IOException e) {
            return e.toString();
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        for (final Child process : processes) {
            process.kill();
        }
    }
}
