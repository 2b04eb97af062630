package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Lease;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.Retention;
import dev.sluice.transport.Retention.Decision;
import dev.sluice.transport.RunPlace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the brokers are told to delete: nothing that a gateway, a reader or a run needs to go on. */
@Timeout(180)
class RetentionTest {

    private static final Duration AGE = Duration.ofDays(1);
    private static final Duration LATER = Duration.ofDays(2);

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    private KafkaLane lane;
    private Lease lease;
    private Retention retention;

    @BeforeEach
    void open() {
        lane = (KafkaLane) OneBroker.open(BROKER.newAddress());
        lease = lane.lease();
        retention = new KafkaTransport().retention(lane, Optional.of(lease)).orElseThrow();
    }

    @AfterEach
    void close() {
        lease.close();
        lane.close();
    }

    @Test
    void shouldDeleteWhatIsAnsweredReadAndOld() {
        answer(10);
        ByHand.ask(lane, 2);
        assertEquals(List.of(), deleted(Instant.now()));
        assertEquals(0, lane.logs().requestLog().begin());
        final List<String> deleted = deleted(Instant.now().plus(LATER));
        assertEquals(2, deleted.size(), deleted::toString);
        assertTrue(deleted.get(0).endsWith(".requests-0/0-8"), deleted::toString);
        assertEquals(9, lane.logs().requestLog().begin());
        assertEquals(10, lane.lastAnswered().orElseThrow().resultSequence());
        assertEquals(2, lane.waiting());
        assertEquals(List.of(), deleted(Instant.now().plus(LATER)));
    }

    @Test
    void shouldKeepWhatANamedReaderHasNotRead() {
        try (ResultReader reader = lane.results("reads")) {
            answer(10);
            ByHand.poll(reader, 4);
        }
        final List<String> deleted = deleted(Instant.now().plus(LATER));
        assertTrue(deleted.get(0).endsWith(".requests-0/0-2"), deleted::toString);
        final List<Decision> kept =
                retention.verdicts(Long.MAX_VALUE, AGE, Instant.now().plus(LATER));
        assertTrue(
                kept.get(0).reason().startsWith("is followed by results that the reader 'reads' has not read;"),
                kept::toString);
        try (ResultReader reader = lane.results("reads")) {
            ByHand.poll(reader, 6);
        }
    }

    @Test
    void shouldKeepWhatARunNeeds() {
        answer(3);
        final RunPlace first = lane.run("job@run");
        first.close();
        answer(7);
        deleted(Instant.now().plus(LATER));
        try (RunPlace run = lane.run("job@run")) {
            assertEquals(3, run.begin().sequence());
            run.requestsFromBegin().close();
            assertEquals(2, lane.logs().requestLog().begin());
        }
    }

    /** Nobody could tell which requests are answered. */
    @Test
    void shouldRefuseALaneWhoseResultsAreAllDeleted() {
        answer(3);
        final PartitionLog results = lane.logs().resultLog();
        lane.logs()
                .brokers()
                .ask(
                        lane.logs()
                                .brokers()
                                .admin()
                                .deleteRecords(Map.of(results.partition(), RecordsToDelete.beforeOffset(results.end())))
                                .all(),
                        "not deleted");
        final QueueException refused = assertThrows(QueueException.class, lane::lastAnswered);
        assertTrue(refused.getMessage().contains(" were deleted, the last one at offset "), refused.getMessage());
    }

    /** A gateway on a host whose clock was set back, for a while or for good. */
    @Test
    void shouldKeepWhatIsYoungBeforeResultsOfAClockThatWasSetBack() throws Exception {
        final Instant now = Instant.now();
        plant(1_200, result -> result < 300 ? now : now.minus(LATER));
        assertEquals(List.of(), deleted(now));
        assertEquals(0, first(lane.logs().resultLog().partition()));
        assertEquals(2, deleted(now.plus(LATER)).size());
    }

    @Test
    void shouldKeepWhatSomebodyNeedsWhateverTheClocksSaid() throws Exception {
        final long seed = Long.getLong("sluice.kafka.seed", System.nanoTime());
        final SplittableRandom random = new SplittableRandom(seed);
        final String said = "-Dsluice.kafka.seed=" + seed;
        final Instant now = Instant.now();
        final int results = random.nextInt(600, 1_500);
        final int read = random.nextInt(1, results);
        try (ResultReader reader = lane.results("reads")) {
            plant(results, result -> now.plusSeconds(random.nextLong(-200_000, 200_000)));
            ByHand.ask(lane, 5);
            ByHand.poll(reader, read);
        }
        for (int hours = -60; hours <= 120; hours += random.nextInt(1, 40)) {
            deleted(now.plus(Duration.ofHours(hours)));
            final long result = first(lane.logs().resultLog().partition());
            final long request = first(lane.logs().requestLog().partition());
            assertTrue(result < read && request <= result, said + ": " + result + " " + request);
        }
        try (ResultReader reader = lane.results("reads")) {
            ByHand.poll(reader, results - read);
        }
        assertEquals(5, lane.waiting(), said);
        assertEquals(results, lane.lastAnswered().orElseThrow().resultSequence(), said);
    }

    /** So many requests with their results, which were written at these times by the gateway's clock. */
    private void plant(int count, IntFunction<Instant> written) {
        final PlainMessages messages = new PlainMessages();
        messages.requests.clear();
        messages.results.clear();
        for (int i = 0; i < count; i++) {
            final long nanos = written.apply(i).toEpochMilli() * 1_000_000;
            messages.requests.add(PlainMessages.request(i, i + 1L));
            messages.results.add(new PlainMessages.Message(
                    PlainMessages.frame(i + 1L, PlainMessages.truth(i), PlainMessages.ref(i)), i, nanos, nanos, nanos));
        }
        try (KafkaProducer<byte[], byte[]> producer = lane.logs().brokers().producer()) {
            messages.send(producer, lane.logs().address(), 0);
        }
    }

    /** The first offset that the broker has. */
    private static long first(TopicPartition partition) throws Exception {
        try (Admin admin = BROKER.admin()) {
            return admin.listOffsets(Map.of(partition, OffsetSpec.earliest()))
                    .partitionResult(partition)
                    .get()
                    .offset();
        }
    }

    /** The files of what was deleted, by now, as the gateway would call them. */
    private List<String> deleted(Instant now) {
        return retention.delete(Long.MAX_VALUE, AGE, now).stream()
                .filter(Decision::deletable)
                .map(verdict -> verdict.file().toString())
                .toList();
    }

    private void answer(int requests) {
        ByHand.ask(lane, requests);
        ByHand.serve(lane, lease, requests, requests);
    }
}
