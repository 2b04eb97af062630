package dev.sluice.internal.queue;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.transport.Holder;
import dev.sluice.transport.NamedPlace;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.ChronicleQueue;
import org.junit.jupiter.api.Test;

/** The locks of gateways and writers: who has them, who is refused, and who gets them next. */
class LocksTest extends OverQueues {

    private static final Duration SOON = Duration.ofSeconds(3);

    /** Takes a gateway's lock, or stays inside a document of one of the queues, until it is killed. */
    public static final class Holding {
        private Holding() {}

        public static void main(String[] args) throws InterruptedException {
            final Path path = Path.of(args[1]);
            final QueuePair queues = QueuePair.open(path, TestQueues.SMALL);
            switch (args[0]) {
                case "gateway" -> queues.lease();
                case "writer" -> TestQueues.update(queues.newWriter("letters"), "held");
                default -> {
                    final ChronicleQueue queue = TestQueues.chronicle(path, args[0]);
                    queue.createAppender()
                            .writingDocument()
                            .wire()
                            .writeEventName("lookup")
                            .text("half");
                }
            }
            System.out.println("holding");
            new CountDownLatch(1).await(); // until it is killed
        }
    }

    /** Says whether it can have the writers' lock alone. */
    public static final class Prober {
        private Prober() {}

        public static void main(String[] args) throws IOException {
            try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
                System.out.println("free " + (channel.tryLock() != null));
            }
        }
    }

    @Test
    void shouldRefuseASecondGatewayInTheSameProcess() {
        final GatewayLock first = keep(queues.lease());
        final var e = assertThrows(QueueLockedException.class, queues::lease);
        assertTrue(e.getMessage().contains("this process"), e.getMessage());
        assertTrue(e.getMessage().contains(directory.resolve("out").toString()), e.getMessage());
        assertTrue(first.isHeld());
    }

    @Test
    void shouldRefuseASecondGatewayInAnotherProcessAndNameTheFirst() throws IOException {
        final ChildJvm child = keep(ChildJvm.start(Holding.class, "gateway", directory));
        child.awaitLine("holding");
        final var e = assertThrows(QueueLockedException.class, queues::lease);
        assertTrue(e.getMessage().contains("pid " + child.pid() + " "), e.getMessage());
    }

    @Test
    void shouldNameTheHolderWithoutLockingWhenAGatewayRuns() throws IOException {
        assertEquals(Optional.empty(), serving());
        try (ChildJvm child = ChildJvm.start(Holding.class, "gateway", directory)) {
            child.awaitLine("holding");
            assertEquals(Optional.of(child.pid()), serving());
            child.kill();
            assertEquals(Optional.empty(), serving());
        }
        final GatewayLock held = keep(queues.lease());
        assertEquals(Optional.of(ProcessHandle.current().pid()), serving());
        assertTrue(held.isHeld());
        final ChildJvm prober =
                ChildJvm.start(Prober.class, directory.resolve("out").resolve("gateway.lock"));
        try (prober) {
            prober.awaitLine("free false"); // looking did not drop it
        }
    }

    @Test
    void shouldNameNoHolderWhenTheLockWasGivenBackByAProcessThatLivesOn() {
        queues.lease().close();
        assertEquals(Optional.empty(), GatewayLock.look(directory));
    }

    private Optional<Long> serving() {
        return GatewayLock.look(directory).filter(Holder::live).map(Holder::pid);
    }

    @Test
    void shouldNameTheHolderThatWasKilledAndWhenItBegan() throws IOException {
        final Instant before = Instant.now().minusSeconds(1);
        final ChildJvm child = keep(ChildJvm.start(Holding.class, "gateway", directory));
        child.awaitLine("holding");
        final Holder holder = GatewayLock.look(directory).orElseThrow();
        assertEquals(child.pid(), holder.pid());
        assertTrue(holder.live());
        assertTrue(holder.since().isAfter(before) && !holder.since().isAfter(Instant.now()), holder.toString());
        child.kill();
        await().until(() -> !GatewayLock.look(directory).orElseThrow().live());
        assertEquals(child.pid(), GatewayLock.look(directory).orElseThrow().pid());
    }

    @Test
    void shouldNameTheProcessesThatWriteAndWhatTheyAreCalled() throws IOException {
        assertEquals(List.of(), queues.input().writingProcesses());
        final ChildJvm child = keep(ChildJvm.start(Holding.class, "writer", directory));
        child.awaitLine("holding");
        final NamedPlace letters = queues.places().get(0);
        assertEquals("letters", letters.name());
        assertEquals(NamedPlace.Role.WRITER, letters.role());
        assertEquals(Optional.of(child.pid()), letters.pid());
        assertEquals(1, letters.sequence());
        assertEquals(List.of(child.pid()), queues.input().writingProcesses());
        try (InputWriter writer = queues.newWriter()) {
            assertEquals(
                    Set.of(child.pid(), ProcessHandle.current().pid()),
                    Set.copyOf(queues.input().writingProcesses()));
            assertTrue(writer.lastSequence() >= 0);
        }
        child.kill();
        await().until(() -> queues.input().writingProcesses().isEmpty());
        assertEquals(Optional.empty(), queues.places().get(0).pid());
    }

    @Test
    void shouldTakeNobodyForTheHolderWhenItsNumberIsThatOfALivingProcess() throws IOException {
        queues.close();
        Files.writeString(
                directory.resolve("out").resolve("gateway.lock"),
                "pid " + ProcessHandle.current().pid() + "\n");
        assertEquals(Optional.empty(), serving());
    }

    @Test
    void shouldLetTheNextGatewayInWhenTheFirstWasKilled() throws IOException {
        final ChildJvm child = keep(ChildJvm.start(Holding.class, "gateway", directory));
        child.awaitLine("holding");
        child.kill();
        queues.lease().close();
    }

    @Test
    void shouldRefuseASecondWriterOfTheSameName() throws IOException {
        final ChildJvm child = keep(ChildJvm.start(Holding.class, "writer", directory));
        child.awaitLine("holding");
        final var e = assertThrows(QueueLockedException.class, () -> queues.newWriter("letters"));
        assertTrue(e.getMessage().contains("writer name 'letters'"), e.getMessage());
        assertTrue(e.getMessage().contains("pid " + child.pid()), e.getMessage());
    }

    @Test
    void shouldOpenAndCloseManyWritersInOneProcess() {
        final InputWriter first = queues.newWriter();
        final InputWriter second = queues.newWriter();
        first.close();
        first.close();
        TestQueues.update(second, "u");
        second.close();
        try (InputWriter third = queues.newWriter()) {
            TestQueues.update(third, "u");
        }
        assertEquals(2, TestQueues.readAll(queues).frames.size());
    }

    @Test
    void shouldGiveTheWritersLockBackWhenTheLogOfFilesCannotBeRead() throws IOException {
        final Path log = directory.resolve("in/rolls.log");
        Files.writeString(log, "garbage\n");
        assertThrows(CorruptQueueException.class, () -> queues.newWriter("letters"));

        try (ChildJvm child = ChildJvm.start(Prober.class, directory.resolve("in/writers.lock"))) {
            assertEquals("true", child.awaitLine("free"), "for another process");
        }
        assertEquals(List.of(), openFiles("writers.lock"), "nothing stays open");
        Files.delete(log);
        queues.newWriter("letters").close();
    }

    @Test
    void shouldCloseTheInputWhenTheOutputCannotBeOpened() throws IOException {
        queues.close();
        final Path properties = directory.resolve("out/queue.properties");
        Files.writeString(properties, Files.readString(properties).replace("FAST_DAILY", "SOMETIMES"));

        assertThrows(CorruptQueueException.class, this::openQueues);

        await().atMost(SOON)
                .until(() -> Files.readAllLines(Path.of("/proc/self/maps")).stream()
                        .noneMatch(line -> line.contains(directory.toString())));
    }

    /** The files of this process, open now, whose path ends so: a lock on one would last as long as it is open. */
    private static List<String> openFiles(String end) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .map(Path::toFile)
                    .map(file -> {
                        try {
                            return file.getCanonicalPath();
                        } catch (final IOException e) {
                            return ""; // the one that listed them
                        }
                    })
                    .filter(path -> path.endsWith(end))
                    .toList();
        }
    }
}
