package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.service.Main;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.RequestWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A gateway in a process of its own, whose topics are truncated, made anew, or given more partitions while it works. */
@Tag("nightly")
@Timeout(180)
class TopicsAtWorkTest {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    @TempDir
    private Path directory;

    private final List<Child> gateways = new ArrayList<>();
    private final String address = BROKER.newAddress();
    private final String requests = KafkaAddress.parse(address).requests();
    private Bank bank;

    @BeforeEach
    void open() throws Exception {
        bank = new Bank("CREATE TABLE entry (item BIGINT NOT NULL)");
    }

    @Test
    void shouldEndAndNotStartAgainWhenRequestsWithoutAResultAreDeleted() throws Exception {
        try (Lane lane = OneBroker.open(address)) {
            final Child gateway = start(1);
            book(lane, 0, 3);
            awaitBooked(3);
            gateway.signal("STOP");
            book(lane, 3, 4); // answers the question that the gateway has open
            book(lane, 4, 20);
            BROKER.truncate(requests, 10);
            gateway.signal("CONT");
            awaitEnd(
                    gateway,
                    requests + "-0 cannot be read from offset ",
                    " on: the partition begins at 10 and ends at 20: ");
        }
        awaitEnd(start(1), "the requests from offset ", " but were deleted: ", " begins at 10");
        assertTrue(booked().values().stream().allMatch(times -> times == 1), () -> "twice: " + booked());
    }

    /** Kafka's client goes on at the former offset: the topic has more requests by then. */
    @Test
    void shouldEndAndNotStartAgainWhenTheTopicOfRequestsWasMadeAnew() throws Exception {
        try (Lane lane = OneBroker.open(address)) {
            final Child gateway = start(1);
            book(lane, 0, 3);
            awaitBooked(3);
            gateway.signal("STOP");
            BROKER.makeAnew(requests);
            try (Lane other = OneBroker.open(address)) {
                book(other, 3, 20);
            }
            gateway.signal("CONT");
            awaitEnd(
                    gateway,
                    "the topic " + requests + " was deleted and created again while it was in use: its id was ");
        }
        awaitEnd(start(1), " answer the requests of an earlier topic " + requests);
        assertTrue(booked().values().stream().allMatch(times -> times == 1), () -> "twice: " + booked());
    }

    @Test
    void shouldGoOnWithItsLanesWhenPartitionsAreAdded() throws Exception {
        final Lanes before = Lanes.at(address, QueueOptions.DEFAULTS.withLanes(2));
        final Child gateway = start(2);
        int asked = 0;
        try (Lane first = before.openExisting(0);
                Lane second = before.openExisting(1)) {
            book(first, asked, asked += 3);
            awaitBooked(asked);
            BROKER.addPartitions(requests, 3);
            book(first, asked, asked += 3);
            book(second, asked, asked += 3);
            awaitBooked(asked);
        }
        await("it warns", () -> said().contains(requests + " has 3 partitions, but only 2 of them are lanes"));
        assertEquals(Child.TERMINATED, gateway.stop());
        start(2);
        final Lanes after = Lanes.existing(address, QueueOptions.DEFAULTS);
        assertEquals(before.addresses(), after.addresses());
        try (Lane second = after.openExisting(1)) {
            book(second, asked, asked += 3);
            awaitBooked(asked);
        }
        assertTrue(booked().values().stream().allMatch(times -> times == 1), () -> "twice: " + booked());
    }

    private static void book(Lane lane, int from, int to) {
        try (RequestWriter writer = lane.newWriter()) {
            for (long item = from; item < to; item++) {
                writer.append(RequestKind.UPDATE, Map.of(), "book", item);
            }
        }
    }

    private void awaitBooked(int items) throws Exception {
        await(items + " are booked", () -> booked().size() == items);
    }

    /** How often each item is booked. */
    private Map<Integer, Long> booked() {
        try {
            return new TreeMap<>(bank.numbers("SELECT item, COUNT(*) FROM entry GROUP BY item"));
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
    }

    private void awaitEnd(Child gateway, String... parts) throws Exception {
        gateway.expectEnd(1);
        final String said = said();
        for (final String part : parts) {
            assertTrue(said.contains(part), () -> part + " is not in\n" + said);
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private void await(String what, Condition condition) throws Exception {
        final long begun = System.nanoTime();
        while (!condition.holds()) {
            assertTrue(System.nanoTime() - begun < PATIENCE_NANOS, () -> "not in time: " + what + "\n" + said());
            Thread.onSpinWait();
        }
    }

    private Child start(int lanes) throws IOException {
        final Path config =
                Files.writeString(directory.resolve("gateway.yaml"), """
                name: bank
                queues: {path: '%s', lanes: %d}
                health: {port: 0}
                databases: {main: {url: '%s', user: SA}}
                statements:
                  book: {sql: 'INSERT INTO entry VALUES (?)', types: [long]}
                """.formatted(address, lanes, bank.url()));
        final Child gateway = Program.java(Main.class, "run", "--config", config)
                .bare()
                .log(directory.resolve("gateway.log"))
                .start();
        gateways.add(gateway);
        return gateway;
    }

    private String said() {
        try {
            return Files.readString(directory.resolve("gateway.log"));
        } catch (final IOException e) {
            return e.toString();
        }
    }

    @AfterEach
    void end() throws Exception {
        for (final Child gateway : gateways) {
            gateway.kill();
        }
        bank.close();
    }
}
