package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import dev.sluice.client.ChronicleRequests;
import dev.sluice.internal.queue.scan.DocumentScan.RequestScan;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.openhft.chronicle.queue.ChronicleQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that have Chronicle alone write to the input at the same time as our client, and are killed. */
class ForeignWritersTest {

    private static final int CALLS = 20_000;

    @TempDir
    private Path directory;

    /** Such a program: asks for 1, 2, … under its name, as often as it is told, or until it is killed. */
    static final class Stranger {

        private Stranger() {}

        public static void main(String[] args) {
            try (ChronicleQueue input = ChronicleQueue.single(args[0])) {
                final ChronicleRequests ask = input.methodWriter(ChronicleRequests.class);
                final long calls = Long.parseLong(args[2]);
                System.out.println("begun");
                for (long i = 1; i <= calls; i++) {
                    ask.askLookup(args[1], i);
                }
            }
            System.out.println("done");
        }
    }

    @Test
    @Timeout(120)
    void shouldTakeTurnsWithProgramsThatHaveChronicleAlone() throws Exception {
        try (QueuePair queues = QueuePair.open(directory, TestQueues.SMALL);
                InputWriter writer = queues.newWriter();
                Child one = start("one", CALLS);
                Child two = start("two", CALLS)) {
            one.awaitLine("begun");
            two.awaitLine("begun");
            for (long i = 1; i <= CALLS; i++) {
                writer.append(RequestKind.LOOKUP, Map.of(), "own", i);
            }
            one.awaitLine("done");
            two.awaitLine("done");
            assertEquals(Map.of("one", (long) CALLS, "two", (long) CALLS, "own", (long) CALLS), last(queues));
        }
    }

    @Test
    @Timeout(120)
    void shouldGoOnWhenSuchAProgramIsKilledAtAnyTime() throws Exception {
        final long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("-Dseed=" + seed);
        final Random random = new Random(seed);
        try (QueuePair queues = QueuePair.open(directory, TestQueues.SMALL);
                InputWriter writer = queues.newWriter()) {
            long own = 0;
            for (int round = 0; round < 5; round++) {
                try (Child stranger = start("stranger-" + round, Long.MAX_VALUE)) {
                    stranger.awaitLine("begun");
                    final long end = own + 1_000 + random.nextInt(5_000);
                    while (own < end) {
                        writer.append(RequestKind.LOOKUP, Map.of(), "own", ++own);
                    }
                    stranger.kill();
                }
                writer.append(RequestKind.LOOKUP, Map.of(), "own", ++own);
            }
            assertEquals(own, last(queues).get("own"));
        }
    }

    private Child start(String name, long calls) throws Exception {
        return Program.java(Stranger.class, directory.resolve("in"), name, calls)
                .start();
    }

    /** How far each has come, where none has left one out. */
    private static Map<String, Long> last(QueuePair queues) {
        final Map<String, Long> last = new HashMap<>();
        try (RequestScan scan = queues.scanRequests()) {
            while (scan.next()) {
                assertEquals("", scan.unreadable());
                final String name = scan.frame().name();
                final long number = (Long) scan.frame().arguments().values().get(0);
                assertEquals(last.getOrDefault(name, 0L) + 1, number, name);
                assertTrue(scan.frame().isForeign() != name.equals("own"));
                last.put(name, number);
            }
        }
        return last;
    }
}
