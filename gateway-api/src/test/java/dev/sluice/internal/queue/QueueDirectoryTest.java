package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.document.LaneDirectories;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.document.QueueDirectory.WeeklyFilesException;
import dev.sluice.internal.queue.files.QueueTable;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.openhft.chronicle.bytes.MappedBytes;
import net.openhft.chronicle.wire.WireType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueDirectoryTest {

    @TempDir
    Path directory;

    private Path path;

    @BeforeEach
    void choosePath() {
        path = directory.resolve("pair");
    }

    /** Opens a pair and prints its input's id. */
    public static final class Opener {
        private Opener() {}

        public static void main(String[] args) {
            try (QueuePair queues = QueuePair.open(Path.of(args[0]), TestQueues.SMALL)) {
                System.out.println("id " + queues.inputId());
            }
        }
    }

    @Test
    void shouldBeMadeOnceWhenThreadsStartTogether() throws Exception {
        for (int round = 0; round < 10; round++) {
            final Path own = directory.resolve("pair" + round);
            final CyclicBarrier start = new CyclicBarrier(4);
            final ExecutorService threads = Executors.newFixedThreadPool(4);
            try {
                final Callable<UUID> open = () -> {
                    start.await();
                    return QueueDirectory.openOrCreate(own, TestQueues.SMALL)
                            .input()
                            .id();
                };
                final Set<UUID> ids = new HashSet<>();
                for (final Future<UUID> id : threads.invokeAll(List.of(open, open, open, open))) {
                    ids.add(id.get());
                }
                assertEquals(1, ids.size());
            } finally {
                threads.shutdownNow();
            }
        }
    }

    @Test
    void shouldBeMadeOnceWhenProcessesStartTogether() throws Exception {
        final List<Child> children = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                children.add(Program.java(Opener.class, path).start());
            }
            final Set<String> ids = new HashSet<>();
            for (final Child child : children) {
                ids.add(child.awaitLine("id"));
            }
            assertEquals(1, ids.size());
        } finally {
            children.forEach(Child::close);
        }
    }

    @Test
    void shouldKeepRollCycleAndBlockSizeOfTheExistingQueue() {
        final QueueDirectory.Pair made =
                QueueDirectory.openOrCreate(path, TestQueues.SMALL.withRollCycle("FIVE_MINUTELY"));

        assertEquals(made, QueueDirectory.openOrCreate(path, QueueOptions.DEFAULTS));
        assertEquals("FIVE_MINUTELY", made.input().rollCycle());
    }

    @Test
    void shouldRefuseFilesThatAreNamedByTheWeekAndNameTheRollCyclesToUse() throws IOException, InterruptedException {
        final QueueOptions weekly = TestQueues.SMALL.withRollCycle("WEEKLY");
        for (final Executable open : List.<Executable>of(
                () -> QueuePair.open(path, weekly),
                () -> LaneDirectories.openOrCreate(path, weekly),
                () -> LaneDirectories.openOrCreate(path, weekly.withLanes(3)))) {
            final var e = assertThrows(IllegalArgumentException.class, open);
            assertTrue(e.getMessage().contains("'WEEKLY' names its files by the week"), e.getMessage());
            assertTrue(e.getMessage().contains("SIX_HOURLY, FAST_DAILY, "), e.getMessage());
            assertTrue(Files.notExists(path));
        }
    }

    @Test
    void shouldSayWhatBecameOfQueuesThatWereMadeWithFilesNamedByTheWeek() throws IOException, InterruptedException {
        QueueDirectory.openOrCreate(path, TestQueues.SMALL);
        final Path properties = path.resolve("in/queue.properties");
        Files.writeString(properties, Files.readString(properties).replace("FAST_DAILY", "WEEKLY"));

        final var e = assertThrows(WeeklyFilesException.class, () -> QueuePair.open(path, TestQueues.SMALL));

        assertTrue(e.getMessage().contains("Move " + path + " away"), e.getMessage());
    }

    @Test
    void shouldKeepOthersOut() throws IOException, InterruptedException {
        QueueDirectory.openOrCreate(path, TestQueues.SMALL);
        for (final Path made : List.of(path, path.resolve("in"), path.resolve("out"))) {
            assertEquals("rwxr-x---", PosixFilePermissions.toString(Files.getPosixFilePermissions(made)), made + "");
        }
    }

    @Test
    void shouldSweepUpWhatAKilledCreationLeft() throws IOException, InterruptedException {
        Files.createDirectories(path.resolve(".in.new"));
        Files.writeString(path.resolve(".in.new/queue.properties"), "format=1\nid=");
        leaveHalfMade(path.resolve(".in.new/metadata.cq4t"));

        try (QueuePair queues = QueuePair.open(path, TestQueues.SMALL);
                InputWriter writer = queues.newWriter()) {
            TestQueues.update(writer, "u");
        }

        assertTrue(Files.notExists(path.resolve(".in.new")));
    }

    @Test
    void shouldAppearWithChroniclesTable() throws IOException, InterruptedException {
        QueueDirectory.openOrCreate(path, TestQueues.SMALL);
        for (final String queue : List.of("in", "out")) {
            final Path table = path.resolve(queue).resolve("metadata.cq4t");
            assertTrue(Files.exists(table) && new QueueTable(table.getParent()).checksum() != 0, queue);
            final String content = Files.readString(table, StandardCharsets.ISO_8859_1);
            assertTrue(content.contains("chronicle.write.lock"), "a later kill cannot leave the lock half made");
            assertFalse(content.contains(".new"), "nothing in it knows where it was made");
        }
    }

    @Test
    void shouldNeverBeSeenWithoutItsTable() {
        for (int round = 0; round < 10; round++) {
            final Path own = directory.resolve("pair" + round);
            final Path table = own.resolve("in/metadata.cq4t");
            final CompletableFuture<Boolean> complete = CompletableFuture.supplyAsync(() -> {
                while (Files.notExists(own.resolve("in"))) {
                    Thread.onSpinWait();
                }
                return new QueueTable(table.getParent()).checksum() != 0;
            });
            QueueDirectory.openOrCreate(own, TestQueues.SMALL);
            assertTrue(complete.join(), "round " + round);
        }
    }

    @Test
    void shouldMakeTheTableAnewWhenItWasDeleted() throws IOException, InterruptedException {
        try (QueuePair queues = QueuePair.open(path, TestQueues.SMALL);
                InputWriter writer = queues.newWriter()) {
            TestQueues.update(writer, "before");
        }
        Files.delete(path.resolve("in/metadata.cq4t"));

        try (QueuePair queues = QueuePair.open(path, TestQueues.SMALL);
                InputWriter writer = queues.newWriter()) {
            TestQueues.update(writer, "behind");
            assertEquals(2, TestQueues.readAll(queues).frames.size());
        }
    }

    /** In what the queue is, or in the header of a lock: Chronicle would wait for ever. */
    @ParameterizedTest
    @ValueSource(ints = {3, 8, 40, 0xC3, 0x10B})
    void shouldSayWhatToDeleteWhenTheTableIsDamaged(int at) throws IOException, InterruptedException {
        QueuePair.open(path, TestQueues.SMALL).close();
        final Path table = path.resolve("in/metadata.cq4t");
        final byte[] bytes = Files.readAllBytes(table);
        bytes[at] ^= 0x40;
        Files.write(table, bytes);
        final var e = assertThrows(QueueException.class, () -> QueuePair.open(path, TestQueues.SMALL));
        assertTrue(e.getMessage().contains("delete that one file"), e.getMessage());
        Files.delete(table);
        QueuePair.open(path, TestQueues.SMALL).close();
    }

    @Test
    void shouldSayWhatToDeleteWhenTheTableIsHalfMade() throws IOException, InterruptedException {
        QueueDirectory.openOrCreate(path, TestQueues.SMALL);
        final Path table = path.resolve("out/metadata.cq4t");
        Files.delete(table);
        leaveHalfMade(table);

        final var e = assertTimeout(
                Duration.ofSeconds(3),
                () -> assertThrows(QueueException.class, () -> QueuePair.open(path, TestQueues.SMALL)));
        assertTrue(e.getMessage().contains(table + " was damaged, or left half made"), e.getMessage());
        assertTrue(e.getMessage().contains("delete that one file"), e.getMessage());
    }

    /** A table as a kill between Chronicle's first header and its end leaves it. */
    private static void leaveHalfMade(Path table) {
        try (MappedBytes bytes = MappedBytes.mappedBytes(table.toFile(), 4096, 4096, false)) {
            assertTrue(WireType.BINARY_LIGHT.apply(bytes).writeFirstHeader());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldRefuseADirectoryOfSomebodyElse() throws IOException, InterruptedException {
        Files.createDirectories(directory.resolve("pair/in"));
        final var e = assertThrows(QueueException.class, () -> QueueDirectory.openOrCreate(path, TestQueues.SMALL));
        assertTrue(e.getMessage().contains("not a queue of Sluice"), e.getMessage());
    }

    @Test
    void shouldRefuseALaterFormat() throws IOException, InterruptedException {
        QueueDirectory.openOrCreate(path, TestQueues.SMALL);
        final Path file = path.resolve("in/queue.properties");
        Files.writeString(file, Files.readString(file).replace("format=2", "format=3"));

        final var e = assertThrows(QueueException.class, () -> QueueDirectory.openOrCreate(path, TestQueues.SMALL));
        assertTrue(e.getMessage().contains("format '3'"), e.getMessage());
    }

    @Test
    void shouldStopTheGatewayWhenTheInputWasMadeAnew() throws IOException, InterruptedException {
        QueueDirectory.openOrCreate(path, TestQueues.SMALL);
        Files.move(path.resolve("in"), directory.resolve("elsewhere"));

        try (QueuePair queues = QueuePair.open(path, TestQueues.SMALL)) {
            final var e = assertThrows(QueueException.class, queues::lease);
            assertTrue(e.getMessage().contains(queues.inputId().toString()), e.getMessage());
            assertTrue(e.getMessage().contains("move both away"), e.getMessage());
        }
    }

    @Test
    void shouldSayWhichFlagsToCopyWhenTheJvmLacksThem() throws Exception {
        try (Child child = Program.java(Opener.class, path).bare().start()) {
            final String said = child.awaitEnd();
            assertTrue(said.contains("java @config/sluice.args"), said);
            assertTrue(said.contains("--add-opens=java.base/java.lang=ALL-UNNAMED"), said);
            assertTrue(Files.notExists(path), "nothing is made");
        }
    }

    @Test
    void shouldNotPrintABanner() throws Exception {
        try (Child child = Program.java(Opener.class, path)
                .options("-Dorg.slf4j.simpleLogger.defaultLogLevel=error")
                .start()) {
            assertEquals(1, child.awaitEnd().lines().count());
        }
    }
}
