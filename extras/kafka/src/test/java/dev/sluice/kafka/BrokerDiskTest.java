package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.RequestKind;
import dev.sluice.service.Main;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.KafkaBrokers;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.SmallDisk;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The disk of the only broker is full while requests are written and answered: the broker ends. With space it is started again, and
 * nothing that was acknowledged is lost, answered twice or done twice.
 */
@Tag("nightly")
@Timeout(300)
class BrokerDiskTest {

    private static final int MEGABYTES = 48;
    private static final int LEFT_MEGABYTES = 3;
    private static final String PADDING = "x".repeat(1_000);
    private static final int AT_ONCE = 50;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Requests that are written and not booked yet. */
    private static final int AHEAD = 500;

    @TempDir
    private Path directory;

    private @Nullable Child gateway;

    @Test
    void shouldLoseNothingWhenTheDiskOfABrokerIsFull() throws Exception {
        try (SmallDisk disk = new SmallDisk(directory, MEGABYTES)) {
            assumeTrue(disk.mounted(), "this user may not mount a file system");
            Files.createSymbolicLink(directory.resolve("broker-0"), disk.directory());
            final CompletableFuture<String> ended = new CompletableFuture<>();
            try (KafkaBrokers broker = KafkaBrokers.start(directory, 1, ended::complete);
                    Bank bank = new Bank(
                            "CREATE TABLE entry (place BIGINT GENERATED ALWAYS AS IDENTITY, item BIGINT, padding VARCHAR(1000))")) {
                final String address = "kafka:disk?bootstrap=" + broker.bootstrap();
                OneBroker.open(address).close();
                gateway = start(address, bank.url());
                try (Writing writing = new Writing(address)) {
                    await("something is answered", () -> allow(writing, bank) > AHEAD);
                    disk.fill("others", (int) (disk.usable() >> 20) - LEFT_MEGABYTES);
                    await("the broker ends", () -> allow(writing, bank) > 0 && ended.isDone());
                    assertTrue(ended.get().contains("No space left on device"), ended.get());
                    final int before = writing.acknowledged.get();
                    disk.free("others");
                    broker.restart(0);
                    await(
                            "more is written",
                            () -> allow(writing, bank) > 0 && writing.acknowledged.get() > before + AHEAD);
                    assertEquals(Optional.empty(), writing.end());
                    final long asked =
                            OneBroker.read(broker.bootstrap(), "disk.requests").size();
                    assertEquals(writing.acknowledged.get(), asked, "requests there are");
                    final List<Long> all = LongStream.range(0, asked).boxed().toList();
                    await(
                            "all is answered",
                            () -> OneBroker.answered(broker.bootstrap(), "disk.results")
                                            .size()
                                    >= asked);
                    assertEquals(all, OneBroker.answered(broker.bootstrap(), "disk.results"));
                    assertEquals(
                            all,
                            List.copyOf(bank.numbers("SELECT place, item FROM entry")
                                    .values()));
                }
            }
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private void await(String what, Condition condition) throws Exception {
        final long begun = System.nanoTime();
        while (!condition.holds()) {
            assertTrue(
                    Objects.requireNonNull(gateway).isAlive(),
                    () -> "the gateway ended before " + what + "\n" + said());
            assertTrue(System.nanoTime() - begun < PATIENCE_NANOS, () -> "not in time: " + what + "\n" + said());
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** Has it write some more than are booked, and returns how many are. */
    private static long allow(Writing writing, Bank bank) throws Exception {
        final long booked = bank.numbers("SELECT 1, COUNT(*) FROM entry").get(1);
        writing.allowed = booked + AHEAD;
        return booked;
    }

    /** Writes on a thread of its own, and knows what is acknowledged. */
    private static final class Writing implements AutoCloseable {

        private final AtomicInteger acknowledged = new AtomicInteger();
        private final Thread thread;
        private volatile long allowed = AHEAD;
        private volatile boolean ended;
        private volatile Optional<QueueException> failure = Optional.empty();

        Writing(String address) {
            thread = new Thread(() -> write(address), "writing");
            thread.setDaemon(true);
            thread.start();
        }

        private void write(String address) {
            try (Lane lane = OneBroker.open(address);
                    RequestWriter writer = lane.newWriter("bank")) {
                while (!ended) {
                    while (!ended && acknowledged.get() > allowed) {
                        Thread.onSpinWait();
                    }
                    for (int i = 0; i < AT_ONCE; i++) {
                        writer.append(RequestKind.UPDATE, Map.of(), "book", acknowledged.get() + (long) i, PADDING);
                    }
                    writer.sync();
                    acknowledged.addAndGet(AT_ONCE);
                }
            } catch (final QueueException e) {
                failure = Optional.of(e);
            }
        }

        /** Writes no more; empty if all was written. */
        Optional<QueueException> end() {
            ended = true;
            try {
                thread.join();
            } catch (final InterruptedException e) {
                throw new AssertionError("interrupted", e);
            }
            return failure;
        }

        @Override
        public void close() {
            end();
        }
    }

    private Child start(String address, String url) throws IOException {
        final Path config = Files.writeString(directory.resolve("gateway.yaml"), """
                name: bank
                queues: {path: '%s'}
                health: {port: 0}
                databases: {main: {url: '%s', user: SA, callsPerSecond: 200}}
                statements:
                  book: {sql: 'INSERT INTO entry (item, padding) VALUES (?, ?)', types: [long, text]}
                """.formatted(address, url));
        return Program.java(Main.class, "run", "--config", config)
                .bare()
                .log(directory.resolve("gateway.log"))
                .start();
    }

    private String said() {
        try {
            return Files.readString(directory.resolve("gateway.log"));
        } catch (final IOException e) {
            return e.toString();
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        if (gateway != null) {
            gateway.kill();
        }
    }
}
