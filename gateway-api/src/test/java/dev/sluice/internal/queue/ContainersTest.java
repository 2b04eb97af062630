package dev.sluice.internal.queue;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Several containers write to the queues of one volume: process ids say nothing, since each has its own. */
@Tag("long")
@EnabledOnOs(OS.LINUX)
class ContainersTest {

    private static final int SOME = 2_000;
    private static final int OTHER_NUMBER = 300;

    @TempDir
    private Path directory;

    private Path pair;
    private Path inside;

    /** Writes so many requests, and says how many were accepted. */
    public static final class Writing {
        private Writing() {}

        public static void main(String[] args) {
            try (QueuePair queues = QueuePair.open(Path.of(args[0]), TestQueues.SMALL);
                    InputWriter writer = queues.newWriter()) {
                System.out.println("process " + ProcessHandle.current().pid());
                for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                    TestQueues.update(writer, "u");
                }
                System.out.println("wrote " + writer.lastSequence());
            }
        }
    }

    @BeforeAll
    static void needNamespaces() throws InterruptedException {
        Container.assumeAllowed();
    }

    @BeforeEach
    void choosePaths() {
        pair = directory.resolve("pair");
        inside = directory.resolve("inside");
        QueuePair.open(pair, TestQueues.SMALL).close();
    }

    @Test
    void shouldKeepEverythingAcceptedWhenProcess1IsStoppedInsideADocumentWhileAnotherProcess1Begins() throws Exception {
        try (Child stopped = Program.java(Writing.class, pair, SOME)
                .stoppingAt("document-open:100", inside)
                .under(Container.NEW)
                .start()) {
            assertEquals("1", stopped.awaitLine("process "));
            awaitInside();
            try (Child other =
                    Program.java(Writing.class, pair, SOME).under(Container.NEW).start()) {
                letGoAfter(Duration.ofSeconds(2));
                assertEquals("1", other.awaitLine("process "));
                other.awaitLine("wrote " + SOME);
                stopped.awaitLine("wrote " + SOME);
            }
        }
        assertAllThere(SOME, SOME);
    }

    @Test
    void shouldKeepEverythingAcceptedWhenTheStoppedProcessHasANumberThatOthersDoNotSee() throws Exception {
        try (Child stopped = Program.java(Writing.class, pair, SOME)
                .stoppingAt("document-open:100", inside)
                .under(Container.after(OTHER_NUMBER))
                .start()) {
            stopped.awaitLine("process ");
            awaitInside();
            try (Child other =
                    Program.java(Writing.class, pair, SOME).under(Container.NEW).start()) {
                letGoAfter(Duration.ofSeconds(2));
                other.awaitLine("wrote " + SOME);
                stopped.awaitLine("wrote " + SOME);
            }
        }
        assertAllThere(SOME, SOME);
    }

    @Test
    void shouldKeepEverythingAcceptedWhenBothAreStoppedBySignalsInTurn() throws Exception {
        final int many = 200_000;
        try (Child one = Program.java(Writing.class, pair, many)
                        .under(Container.NEW)
                        .start();
                Child other = Program.java(Writing.class, pair, many)
                        .under(Container.NEW)
                        .start()) {
            one.awaitLine("process ");
            other.awaitLine("process ");
            for (final Child each : List.of(one, other, one, other)) {
                each.signal("STOP");
                final long before = count(); // opened from a third place, where nobody of them is seen
                await().atMost(Duration.ofMinutes(1))
                        .pollDelay(Duration.ofMillis(500))
                        .until(() -> count() >= before);
                each.signal("CONT");
            }
            one.awaitLine("wrote " + many);
            other.awaitLine("wrote " + many);
        }
        assertAllThere(many, many);
    }

    @Test
    void shouldStartAgainWhenKilledInsideADocumentWhileAnotherContainerWrites() throws Exception {
        try (Child living = Program.java(Writing.class, pair, Integer.MAX_VALUE)
                .under(Container.NEW)
                .start()) {
            living.awaitLine("process 1");
            try (Child killed = Program.java(Writing.class, pair, SOME)
                    .stoppingAt("document-open:100", inside)
                    .under(Container.NEW)
                    .start()) {
                awaitInside();
                killed.kill();
            }
            try (Child again =
                    Program.java(Writing.class, pair, SOME).under(Container.NEW).start()) {
                assertEquals("1", again.awaitLine("process "));
                again.awaitLine("wrote " + SOME);
            }
            final long before = count();
            await().atMost(Duration.ofMinutes(1)).until(() -> count() > before);
        }
    }

    @Test
    void shouldTellWhoWritesAndWhetherAGatewayServesWhenTheyAreInOtherContainers() throws Exception {
        try (Child one = Program.java(LocksTest.Holding.class, "writer", pair)
                        .under(Container.NEW)
                        .start();
                Child gateway = Program.java(LocksTest.Holding.class, "gateway", pair)
                        .under(Container.NEW)
                        .start();
                QueuePair queues = QueuePair.open(pair, TestQueues.SMALL);
                InputWriter own = queues.newWriter()) {
            one.awaitLine("holding");
            gateway.awaitLine("holding");
            assertEquals(
                    List.of(1L, ProcessHandle.current().pid()), queues.input().writingProcesses());
            assertEquals(0, own.lastSequence());
            assertTrue(GatewayLock.look(pair).orElseThrow().live());
            final var refusal = assertThrows(QueueLockedException.class, queues::lease);
            assertTrue(refusal.getMessage().contains("pid 1 of another container"), refusal.getMessage());

            gateway.kill();
            one.kill();

            await().until(() -> !GatewayLock.look(pair).orElseThrow().live());
            await().until(() -> queues.input().writingProcesses().size() == 1);
            queues.lease().close();
        }
    }

    private void awaitInside() {
        await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(inside));
    }

    private void letGoAfter(Duration time) throws IOException {
        await().pollDelay(time).until(() -> true);
        Files.delete(inside);
    }

    private long count() {
        try (QueuePair queues = QueuePair.open(pair, TestQueues.SMALL)) {
            return queues.requestCount();
        }
    }

    private void assertAllThere(long... accepted) {
        try (QueuePair queues = QueuePair.open(pair, TestQueues.SMALL)) {
            final TestQueues.Collected collected = TestQueues.readAll(queues);
            assertEquals(List.of(), collected.undecodable);
            final Map<Long, Long> counts = collected.frames.stream()
                    .collect(Collectors.groupingBy(RequestFrame::writer, Collectors.counting()));
            assertEquals(
                    Arrays.stream(accepted).boxed().sorted().toList(),
                    counts.values().stream().sorted().toList());
        }
    }
}
