package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.service.EmbeddedGateway;
import dev.sluice.testsupport.KafkaBrokers;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import dev.sluice.transport.RecordedResults;
import dev.sluice.transport.ResultWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways on one lane: the former one may still run, after a pause or on a host that lost its network. */
@Timeout(180)
class FencingTest {

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    @Test
    void shouldRefuseTheResultsOfTheFormerGatewayOnceAnotherHasClaimedTheLane() {
        final String address = BROKER.newAddress();
        try (Lane former = OneBroker.open(address);
                Lane next = OneBroker.open(address)) {
            ByHand.ask(former, 4);
            final Lease formerLease = former.lease();
            final Lease.Numbers formerNumbers = formerLease.notes();
            final ResultWriter formerWriter = former.resultWriter(formerLease, Optional.empty());
            answer(formerWriter, 0);
            awaitVisible(formerWriter, 0);

            otherProcess(former);
            try (Lease lease = next.lease();
                    Lease.Numbers numbers = lease.notes();
                    ResultWriter writer = next.resultWriter(lease, next.lastAnswered())) {
                numbers.set(0, 17);
                answer(formerWriter, 1); // it does not know yet
                final QueueException refused = assertThrows(QueueException.class, () -> awaitVisible(formerWriter, 1));
                assertTrue(
                        refused.getMessage()
                                .startsWith(
                                        "the results after request 0:0 cannot be written to "
                                                + KafkaAddress.parse(address).results()
                                                + "-0: another gateway has claimed the lane, or the brokers have ended the transaction ("),
                        refused.getMessage());
                assertThrows(QueueException.class, () -> answer(formerWriter, 2));
                answer(writer, 1);
                awaitVisible(writer, 1);
                formerNumbers.set(0, 1);
                formerWriter.close();
                formerNumbers.close();
                formerLease.close();
                assertTrue(next.gateway().isPresent(), "the former one took its successor's name away");
                assertEquals(17, next.noted(0));
            }
            assertEquals(List.of(0L, 1L), answered(next));
        }
    }

    /** It may have been stopped between a commit and its note: that is true as long as it is the older one, and the next note replaces it. */
    @Test
    void shouldTakeNotesOverAndLoseNoneForGoodToWhatTheFormerGatewaySendsLate() {
        final String address = BROKER.newAddress();
        try (KafkaLane former = (KafkaLane) OneBroker.open(address);
                Lane next = OneBroker.open(address)) {
            ByHand.ask(former, 4);
            final Lease formerLease = former.lease();
            final Lease.Numbers formerNumbers = formerLease.checkpoint("gateway/0", "main");
            formerNumbers.set(0, 100);
            formerNumbers.set(1, 5);
            final String noted = "checkpoint@gateway/0@main";
            awaitNoted(former, noted, "100 5 ");

            otherProcess(former);
            try (Lease lease = next.lease();
                    Lease.Numbers numbers = lease.checkpoint("gateway/0", "main");
                    ResultWriter writer = next.resultWriter(lease, next.lastAnswered())) {
                assertEquals(List.of(100L, 5L), List.of(numbers.get(0), numbers.get(1)));
                numbers.set(1, 6);
                numbers.set(0, 200);
                awaitNoted(former, noted, "200 6 ");

                formerNumbers.set(0, 101); // it does not know yet
                awaitNoted(former, noted, "101 5 ");
                numbers.set(0, 201);
                awaitNoted(former, noted, "201 6 ");

                assertFalse(formerLease.last().orElseThrow().getAsBoolean());
                formerNumbers.set(0, 102); // now it does
                formerNumbers.close();
                former.logs().control().flush();
                formerLease.close();
                assertEquals(1, writer.nextSequence());
            }
            try (Lease lease = next.lease();
                    Lease.Numbers numbers = lease.checkpoint("gateway/0", "main")) {
                assertEquals(List.of(201L, 6L), List.of(numbers.get(0), numbers.get(1)));
            }
        }
    }

    /** The service thread notes commits: as many as a minute's while no broker answers, it must not wait for any. */
    @Test
    @Tag("long")
    void shouldNoteWithoutWaitingForBrokers(@TempDir Path directory) throws Exception {
        try (KafkaBrokers brokers = KafkaBrokers.start(directory, 1, died -> {})) {
            final String address = "kafka:notes?bootstrap=" + brokers.bootstrap();
            try (Lane lane = OneBroker.open(address);
                    Lease lease = lane.lease();
                    Lease.Numbers numbers = lease.checkpoint("gateway", "main")) {
                brokers.process(0).signal("STOP");
                for (long commit = 1; commit <= 1_000_000; commit++) {
                    numbers.set(0, commit);
                }
                brokers.process(0).signal("CONT");
            }
            try (Lane lane = OneBroker.open(address);
                    Lease lease = lane.lease();
                    Lease.Numbers numbers = lease.checkpoint("gateway", "main")) {
                assertEquals(1_000_000, numbers.get(0));
            }
        }
    }

    private static void awaitNoted(KafkaLane lane, String name, String beginning) {
        while (!lane.logs()
                .control()
                .get(KafkaLease.KIND, name)
                .filter(text -> text.startsWith(beginning))
                .isPresent()) {
            Thread.onSpinWait();
        }
    }

    /** A former gateway that claims a checkpoint after its successor has to hear that it must build nothing on that. */
    @Test
    void shouldTellTheFormerGatewayThatItIsNotTheLastWithAndWithoutResultsWritten() {
        for (final boolean writes : new boolean[] {false, true}) {
            final String address = BROKER.newAddress();
            try (Lane former = OneBroker.open(address);
                    Lane next = OneBroker.open(address)) {
                ByHand.ask(former, 2);
                final Lease formerLease = former.lease();
                final ResultWriter formerWriter = former.resultWriter(formerLease, Optional.empty());
                assertTrue(formerLease.last().orElseThrow().getAsBoolean());
                if (writes) {
                    answer(formerWriter, 0);
                    awaitVisible(formerWriter, 0);
                    assertTrue(formerLease.last().orElseThrow().getAsBoolean());
                }
                otherProcess(former);
                try (Lease lease = next.lease();
                        ResultWriter writer = next.resultWriter(lease, next.lastAnswered())) {
                    assertTrue(lease.last().orElseThrow().getAsBoolean());
                    assertFalse(formerLease.last().orElseThrow().getAsBoolean());
                    answer(writer, writes ? 1 : 0);
                    awaitVisible(writer, writes ? 1 : 0);
                    assertTrue(lease.last().orElseThrow().getAsBoolean());
                    formerWriter.close();
                    formerLease.close();
                }
                assertEquals(writes ? List.of(0L, 1L) : List.of(0L), answered(next));
            }
        }
    }

    /** Those who look from elsewhere cannot ask the gateway's host whether its process is there. */
    @Test
    void shouldTellWhetherAGatewayOfAnotherHostLives() {
        try (KafkaLane lane = (KafkaLane) OneBroker.open(BROKER.newAddress())) {
            final Control control = lane.logs().control();
            final long now = System.currentTimeMillis();
            control.put(KafkaLease.KIND, KafkaLease.HOLDER, "17 " + (now - 100_000) + " elsewhere id-2");
            assertFalse(lane.gateway().orElseThrow().live());
            control.put(KafkaLease.KIND, "alive", "id-1 " + now);
            assertFalse(lane.gateway().orElseThrow().live(), "another one lives");
            control.put(KafkaLease.KIND, "alive", "id-2 " + now);
            assertTrue(lane.gateway().orElseThrow().live());
            control.put(KafkaLease.KIND, "alive", "id-2 " + (now - 60_000));
            assertFalse(lane.gateway().orElseThrow().live(), "it has said nothing for a minute");
            try (Lease lease = lane.lease();
                    ResultWriter writer = lane.resultWriter(lease, lane.lastAnswered())) {
                final String claimed = control.get(KafkaLease.KIND, "alive").orElseThrow();
                while (control.get(KafkaLease.KIND, "alive").orElseThrow().equals(claimed)) {
                    Thread.onSpinWait();
                }
                assertEquals(1, writer.nextSequence());
            }
        }
    }

    /** What the former one sent and did not commit is gone when the claim returns: the last result is the truth. */
    @Test
    void shouldClaimALaneWithAnOpenTransaction() {
        final String address = BROKER.newAddress();
        try (KafkaLane former = (KafkaLane) OneBroker.open(address);
                Lane next = OneBroker.open(address)) {
            ByHand.ask(former, 2);
            try (KafkaProducer<byte[], byte[]> producer = former.logs().transactionalProducer()) {
                producer.initTransactions();
                producer.beginTransaction();
                final TopicPartition results = former.logs().resultLog().partition();
                producer.send(new ProducerRecord<>(
                        results.topic(),
                        results.partition(),
                        null,
                        null,
                        frame(1, 0).toBytes(),
                        Stamps.of(0, 1, 2, 3)));
                producer.flush();
                assertEquals(0, former.logs().resultLog().end());
                try (Lease lease = next.lease();
                        ResultWriter writer = next.resultWriter(lease, next.lastAnswered())) {
                    assertEquals(Optional.empty(), next.lastAnswered());
                    answer(writer, 0);
                    awaitVisible(writer, 0);
                }
                assertEquals(List.of(0L), answered(next));
                final LastAnswered last = next.lastAnswered().orElseThrow();
                assertEquals(1, last.resultSequence());
                assertTrue(last.resultIndex() > 0, "after what was aborted");
            }
        }
    }

    /** The offsets of a topic that was made anew begin at 0 again: its first requests would be taken for answered ones. */
    @Test
    void shouldRefuseTheResultsOfATopicOfRequestsThatWasMadeAnew() throws Exception {
        final String address = BROKER.newAddress();
        try (Lane lane = OneBroker.open(address)) {
            ByHand.ask(lane, 2);
            try (Lease lease = lane.lease();
                    ResultWriter writer = lane.resultWriter(lease, lane.lastAnswered())) {
                answer(writer, 0);
                awaitVisible(writer, 0);
            }
        }
        BROKER.makeAnew(KafkaAddress.parse(address).requests());
        try (Lane lane = OneBroker.open(address)) {
            ByHand.ask(lane, 3);
            final QueueException refused = assertThrows(QueueException.class, lane::lease);
            assertTrue(
                    refused.getMessage().contains(" answer the requests of an earlier topic "), refused.getMessage());
        }
    }

    /** How far checkpoints had got with other requests says nothing of these. */
    @Test
    void shouldForgetNotesOfCheckpointsWhereTheTopicsOfALaneWereMadeAnew() throws Exception {
        final String address = BROKER.newAddress();
        try (Lane lane = OneBroker.open(address)) {
            ByHand.ask(lane, 2);
            try (Lease lease = lane.lease();
                    Lease.Numbers numbers = lease.checkpoint("gateway", "main")) {
                numbers.set(0, 1);
                numbers.set(1, 1);
            }
            try (Lease lease = lane.lease();
                    Lease.Numbers numbers = lease.checkpoint("gateway", "main")) {
                assertEquals(1, numbers.get(1));
            }
        }
        BROKER.makeAnew(KafkaAddress.parse(address).requests());
        try (Lane lane = OneBroker.open(address)) {
            ByHand.ask(lane, 1);
            for (int start = 0; start < 2; start++) {
                try (Lease lease = lane.lease();
                        Lease.Numbers numbers = lease.checkpoint("gateway", "main")) {
                    assertEquals(
                            List.of(Lease.Numbers.NONE, Lease.Numbers.NONE), List.of(numbers.get(0), numbers.get(1)));
                }
            }
        }
    }

    /** The brokers would give it the lane, and end the gateway that other jobs rely on. */
    @Test
    void shouldLeaveALaneToTheGatewayThatHasItWhenAJobEmbedsOne(@TempDir Path directory) throws Exception {
        final String address = BROKER.newAddress();
        final Path yaml = Files.writeString(directory.resolve("gateway.yaml"), """
                name: embedded
                queues: {path: '%s'}
                databases: {main: {url: 'jdbc:hsqldb:mem:embedded', user: SA}}
                lookups: {one: {sql: 'VALUES (CAST(? AS BIGINT))', types: [long], reads: []}}
                """.formatted(address));
        try (Lane serving = OneBroker.open(address)) {
            ByHand.ask(serving, 1);
            try (Lease lease = serving.lease();
                    ResultWriter writer = serving.resultWriter(lease, Optional.empty())) {
                otherProcess(serving);
                try (EmbeddedGateway gateway = EmbeddedGateway.start(yaml)) {
                    assertFalse(gateway.serves());
                    answer(writer, 0);
                    awaitVisible(writer, 0);
                }
            }
        }
    }

    /** The brokers know of a claim what this process would refuse by itself. */
    private static void otherProcess(Lane lane) {
        OpenNames.giveBack(lane.inputId(), KafkaLease.KIND, KafkaLease.HOLDER);
    }

    private static void answer(ResultWriter writer, long index) {
        writer.write(index, 1, 2, frame(writer.nextSequence(), index));
        writer.endOfChunk();
    }

    private static MessageWriter frame(long sequence, long index) {
        return ByHand.frame(sequence, new RequestRef(index, 1, index + 1, "customer"));
    }

    private static void awaitVisible(ResultWriter writer, long index) {
        while (writer.visibleIndex() < index) {
            Thread.onSpinWait();
        }
    }

    private static List<Long> answered(Lane lane) {
        final List<Long> answered = new ArrayList<>();
        try (RecordedResults results = lane.scanResults()) {
            while (results.next()) {
                answered.add(results.frame().request().index());
            }
        }
        return answered;
    }
}
