package dev.sluice.service.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RolledPair;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.replay.AnsweredQueues;
import dev.sluice.service.look.Queues.Rate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over twelve files on each side, three answered requests in each, and two that wait in the last. */
class LookTest {

    private static final int FILES = 12;
    /** The bytes of a roll file's header. */
    private static final int HEADER = 200;

    private static final int EACH = 3;
    private static final int WAITING = 2;
    private static final long RESULTS = 10;

    @TempDir
    private Path directory;

    private RolledPair rolled;

    @BeforeEach
    void fill() {
        rolled = new RolledPair(directory);
        for (int i = 0; i < FILES; i++) {
            rolled.roll();
            AnsweredQueues.fill(rolled.queues(), EACH, AnsweredQueues.Results::truth);
        }
        try (InputWriter writer = rolled.queues().newWriter()) {
            for (int i = 0; i < WAITING; i++) {
                writer.append(RequestKind.LOOKUP, Map.of(), "it", i);
            }
        }
    }

    @AfterEach
    void close() {
        rolled.close();
    }

    private Queues look(QueuePair queues, Duration later) {
        return new Look(queues, List::of, InstantSource.fixed(rolled.now().plus(later)), RESULTS, 0).now();
    }

    private static List<Long> counts(Queues status) {
        return status.rates().stream().map(Rate::answered).toList();
    }

    private Queues lookAt(Instant time) {
        return new Look(rolled.queues(), List::of, InstantSource.fixed(time), RESULTS, 0).now();
    }

    @Test
    void shouldCountWhatTheLastMinutesBrought() {
        final long all = FILES * EACH;
        final Instant first = new Look(rolled.queues(), List::of, InstantSource.system(), Long.MAX_VALUE, 0)
                .now()
                .recent()
                .since()
                .orElseThrow();
        final Instant last =
                lookAt(first).lastWritten().orElseThrow().time().orElseThrow().plusNanos(1);
        assertEquals(List.of(all, all, all), counts(lookAt(first.plusSeconds(60))));
        final Queues now = lookAt(last.plusSeconds(60));
        assertEquals(List.of(0L, all, all), counts(now));
        assertEquals(all + WAITING, now.rates().get(1).written());
        assertTrue(now.waiting().drain().isEmpty(), "nobody is at it");
        try (GatewayLock lock = rolled.queues().lease()) {
            assertTrue(lock.isHeld());
            assertEquals(
                    300 * WAITING / all,
                    lookAt(last.plusSeconds(60)).waiting().drain().orElseThrow().toSeconds(),
                    "by the five minutes, as the last one has nothing");
            assertTrue(lookAt(last.plusSeconds(900)).waiting().drain().isEmpty(), "nobody knows");
        }
        assertEquals(List.of(0L, 0L, all), counts(lookAt(last.plusSeconds(300))));
        final Queues late = lookAt(last.plusSeconds(900));
        assertEquals(List.of(0L, 0L, 0L), counts(late));
    }

    @Test
    void shouldSayHowLongTheOldestWaits() {
        final Queues status = look(rolled.queues(), Duration.ofHours(5));
        assertEquals(WAITING, status.waiting().requests());
        final long hours = Duration.between(status.waiting().oldest().orElseThrow(), status.at())
                .toHours();
        assertEquals(5, hours);
        assertEquals(
                EACH + WAITING - 1,
                status.lastWritten().orElseThrow().position().sequence());
        assertEquals(EACH - 1, status.lastAnswered().orElseThrow().position().sequence());
        assertTrue(status.lastAnswered().orElseThrow().time().isPresent());
    }

    @Test
    void shouldReadNoMoreThanTheLastResults() {
        assertEquals(RESULTS, look(rolled.queues(), Duration.ZERO).recent().results());
        final Queues all = new Look(rolled.queues(), List::of, InstantSource.system(), Long.MAX_VALUE, 0).now();
        assertEquals(FILES * EACH, all.recent().results());
        assertTrue(all.recent().chunks().orElseThrow().count() > FILES, "each is read at a time of its own here");
    }

    /** The time that it takes does not grow with the queues then, but for the names and headers of their files. */
    @Test
    void shouldNotReadOldFilesAtAllWhateverIsInThem() throws IOException {
        final Queues before = lookAfresh();
        final int newest = FILES - (int) (RESULTS / EACH) - 1;
        for (final String queue : List.of("in", "out")) {
            for (final Path file : rolled.files(queue).subList(1, newest)) {
                final long length = Files.size(file);
                Files.write(file, Arrays.copyOf(Files.readAllBytes(file), HEADER));
                try (var filled = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
                    filled.position(length - 1).write(ByteBuffer.wrap(new byte[1]));
                }
            }
        }
        final Queues after = lookAfresh();
        assertEquals(before.waiting().requests(), after.waiting().requests());
        assertEquals(before.lastWritten(), after.lastWritten());
        assertEquals(before.lastAnswered(), after.lastAnswered());
        assertEquals(before.recent(), after.recent());
        assertEquals(before.disk().in(), after.disk().in());
        assertEquals(List.of(0L, 0L, 0L), counts(after));
        assertThrows(QueueException.class, () -> {
            try (QueuePair pair = QueuePair.open(directory, AnsweredQueues.OPTIONS)) {
                pair.scanResults(0).next();
                pair.requestCount();
            }
        });
    }

    private Queues lookAfresh() {
        try (QueuePair pair = QueuePair.open(directory, AnsweredQueues.OPTIONS)) {
            return look(pair, Duration.ofMinutes(20));
        }
    }

    @Test
    void shouldCallForAPersonOnlyWhenAGatewayWasQuietForLong() {
        final Troubles troubles = new Troubles(Duration.ofHours(1));
        assertEquals(1, troubles.of(look(rolled.queues(), Duration.ZERO)).size(), "none is there");
        try (GatewayLock lock = rolled.queues().lease()) {
            assertTrue(lock.isHeld());
            assertEquals(List.of(), troubles.of(look(rolled.queues(), Duration.ofMinutes(30))));
            final List<Status.Need> quiet = troubles.of(look(rolled.queues(), Duration.ofHours(72)));
            assertTrue(quiet.get(0).why().contains("has answered nothing for 3 days: "), quiet.toString());
        }
    }
}
