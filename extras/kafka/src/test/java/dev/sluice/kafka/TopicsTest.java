package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.transport.Finding;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.Membership;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.ResultReader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Topics that somebody truncates, makes anew or gives more partitions, while they are in use and before they are. */
@Timeout(120)
class TopicsTest {

    private static final int LANES = 2;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    @Test
    void shouldRefuseToStartWhenRequestsWithoutAResultWereDeleted() throws Exception {
        final String address = BROKER.newAddress();
        try (Lane lane = OneBroker.open(address)) {
            ByHand.ask(lane, 6);
            ByHand.serve(lane, 6, 2);
            BROKER.truncate(KafkaAddress.parse(address).requests(), 4);
            final QueueException refused =
                    assertThrows(QueueException.class, () -> lane.unansweredRequests(lane.lastAnswered()));
            assertEquals(
                    "the requests from offset 2 on have no result, but were deleted: "
                            + KafkaAddress.parse(address).requests()
                            + "-0 begins at 4",
                    refused.getMessage());
        }
    }

    @Test
    void shouldSayBothOffsetsWhenRequestsAreDeletedThatAreReadNext() throws Exception {
        final String address = BROKER.newAddress();
        try (Lane lane = OneBroker.open(address)) {
            final String requests = KafkaAddress.parse(address).requests();
            ByHand.ask(lane, 6);
            BROKER.truncate(requests, 4);
            try (Fetcher fetcher = new Fetcher(
                    ((KafkaLane) lane).logs().requestLog(),
                    2,
                    0,
                    ((KafkaLane) lane).logs().watch())) {
                assertEquals(
                        requests
                                + "-0 cannot be read from offset 2 on: the partition begins at 4 and ends at 6: messages"
                                + " were deleted, or the topic was created again",
                        awaitFailure(fetcher::peek));
            }
        }
    }

    /** A client of Kafka goes on at offset 3 of any topic of that name, as after a pause. */
    @ParameterizedTest
    @ValueSource(strings = {"requests", "results"})
    void shouldEndWhenATopicWasMadeAnewWhileRequestsAreRead(String kind) throws Exception {
        final String address = BROKER.newAddress();
        final KafkaAddress parsed = KafkaAddress.parse(address);
        final String topic = parsed.name() + "." + kind;
        try (Lane lane = OneBroker.open(address)) {
            final LaneLogs logs = ((KafkaLane) lane).logs();
            final String id = topicId(topic);
            BROKER.makeAnew(topic);
            try (Lane other = OneBroker.open(address)) {
                ByHand.ask(other, 3); // no more, so that the offset is one of the new topic, too
            }
            try (Fetcher fetcher = new Fetcher(logs.requestLog(), 3, 0, logs.watch())) {
                assertEquals(
                        parsed.requests() + "-0 cannot be read from offset 3 on: the topic " + topic
                                + " was deleted and created again while it was in use: its id was " + id + " and is "
                                + topicId(topic)
                                + ". Requests that were written since then may have no result, and results may not be read",
                        awaitFailure(fetcher::peek));
            }
        }
    }

    @Test
    void shouldEndAReaderWhenTheTopicOfResultsIsMadeAnew() throws Exception {
        final String address = BROKER.newAddress();
        try (Lane lane = OneBroker.open(address);
                ResultReader results = lane.newResults()) {
            ByHand.ask(lane, 2);
            ByHand.serve(lane, 2, 2);
            BROKER.makeAnew(KafkaAddress.parse(address).results());
            final String said = awaitFailure(() -> results.poll((index, result) -> {}, 10));
            assertTrue(
                    said.contains("the topic was created again") || said.contains("was deleted and created again"),
                    said);
        }
    }

    /** A name would have another lane, and its requests and results would be on the former one. */
    @Test
    @Tag("nightly")
    void shouldKeepTheLanesWhenPartitionsAreAdded() throws Exception {
        for (final boolean all : new boolean[] {false, true}) {
            final String address = BROKER.newAddress();
            final KafkaAddress parsed = KafkaAddress.parse(address);
            final Lanes before = Lanes.at(address, QueueOptions.DEFAULTS.withLanes(LANES));
            final String moved = moved();
            assertNotEquals(Lanes.of(moved, LANES), Lanes.of(moved, LANES + 1));
            try (Lane lane = before.openExisting(before.of(moved));
                    ResultReader results = lane.results(moved);
                    RequestWriter writer = lane.newWriter(moved)) {
                writer.lookup("customer", 0L);
                writer.sync();
                BROKER.addPartitions(parsed.requests(), LANES + 1);
                if (all) {
                    BROKER.addPartitions(parsed.results(), LANES + 1);
                    BROKER.addPartitions(parsed.control(), LANES + 1);
                }
                writer.lookup("customer", 1L); // by whoever had it open
                writer.sync();
                ByHand.serve(lane, 1, 1);
                ByHand.poll(results, 1);
            }
            final Lanes after = Lanes.existing(address, QueueOptions.DEFAULTS);
            assertEquals(before.addresses(), after.addresses());
            try (Lane lane = after.openExisting(after.of(moved));
                    ResultReader results = lane.results(moved)) {
                assertEquals(1, lane.waiting());
                ByHand.serve(lane, 1, 1);
                ByHand.poll(results, 1);
            }
            assertThrows(
                    QueueException.class,
                    () -> after.transport().openExisting(parsed.ofLane(LANES).toString(), QueueOptions.DEFAULTS));
            final List<String> found = new KafkaTransport()
                    .review(address, 1_000, 1_000, false).stream()
                            .map(Finding::text)
                            .filter(text -> text.contains("partitions were added"))
                            .toList();
            assertEquals(all ? 2 : 1, found.size(), found::toString);
            assertTrue(
                    found.get(0).startsWith(parsed.requests() + " has 3 partitions, but only 2 of them are lanes"),
                    found::toString);
            assertEquals(Set.of(0, 1), given(address));
        }
    }

    /** Where nobody has used them yet, the partitions are the lanes. */
    @Test
    void shouldCountThePartitionsAsLongAsNobodyHasUsedThem() throws Exception {
        final String address = BROKER.newAddress();
        final KafkaAddress parsed = KafkaAddress.parse(address);
        final Lanes before = Lanes.at(address, QueueOptions.DEFAULTS.withLanes(LANES));
        try (Lane early = before.openExisting(0)) {
            BROKER.addPartitions(parsed.requests(), LANES + 1);
            BROKER.addPartitions(parsed.results(), LANES + 1);
            final Lanes after = Lanes.existing(address, QueueOptions.DEFAULTS);
            assertEquals(LANES + 1, after.count());
            try (Lane lane = after.openExisting(LANES)) {
                lane.lease().close();
            }
            final QueueException refused = assertThrows(QueueException.class, () -> early.newWriter("bank"));
            assertEquals(
                    parsed.requests() + " was opened with 2 lanes, but another process has begun with 3: partitions"
                            + " were added meanwhile. Open it again",
                    refused.getMessage());
        }
    }

    /** A name that has another lane among one more. */
    private static String moved() {
        int number = 0;
        while (Lanes.of("client" + number, LANES) == Lanes.of("client" + number, LANES + 1)) {
            number++;
        }
        return "client" + number;
    }

    /** The lanes that the only member of a group is given. */
    private static Set<Integer> given(String address) {
        final Set<Integer> given = new HashSet<>();
        try (Membership member = new KafkaTransport().join(address, "one")) {
            final long begun = System.nanoTime();
            final boolean[] heard = new boolean[1];
            while (!heard[0] && System.nanoTime() - begun < PATIENCE_NANOS) {
                member.poll(new Membership.Listener() {
                    @Override
                    public void given(Set<Integer> lanes) {
                        heard[0] = true;
                        given.addAll(lanes);
                    }

                    @Override
                    public void taken(Set<Integer> lanes) {
                        throw new AssertionError("taken: " + lanes);
                    }
                });
            }
        }
        return given;
    }

    /** Waits until reading fails, and returns the message. */
    private static String awaitFailure(Runnable reading) {
        final long begun = System.nanoTime();
        while (System.nanoTime() - begun < PATIENCE_NANOS) {
            try {
                reading.run();
            } catch (final QueueException e) {
                return String.valueOf(e.getMessage());
            }
        }
        throw new AssertionError("it did not fail");
    }

    private static String topicId(String topic) throws Exception {
        try (var admin = BROKER.admin()) {
            return admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .topicId()
                    .toString();
        }
    }
}
