package dev.sluice.kafka;

import static dev.sluice.kafka.PlainMessages.COUNT;
import static dev.sluice.kafka.PlainMessages.WRITER;
import static dev.sluice.kafka.PlainMessages.frame;
import static dev.sluice.kafka.PlainMessages.name;
import static dev.sluice.kafka.PlainMessages.ref;
import static dev.sluice.kafka.PlainMessages.request;
import static dev.sluice.kafka.PlainMessages.result;
import static dev.sluice.kafka.PlainMessages.truth;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.kafka.PlainMessages.Message;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.Lease;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A producer of no gateway's plants a fault in each lane but the first: {@code verify} finds each, where it is, and nothing else. */
@Timeout(120)
class PlantedFaultsTest {

    /** The message that is tampered with: an update. */
    private static final int AT = 3;

    private static final byte[] GARBAGE = {1, 2, 3};

    /**
     * A fault.
     *
     * @param expected what is found, each without the number of the lane in positions; all begin so
     */
    record Fault(String name, Consumer<PlainMessages> change, List<String> expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Fault> FAULTS = List.of(
            planted("nothing", all -> {}),
            planted(
                    "the last requests wait",
                    all -> all.results.subList(5, COUNT).clear()),
            planted(
                    "a result is missing",
                    all -> all.results.remove(AT),
                    "out :3  is result 5, where 4 was due",
                    "in :3  has no result"),
            planted(
                    "three results are missing",
                    all -> all.results.subList(AT, AT + 3).clear(),
                    "out :3  is result 7, where 4 was due",
                    "in :3  and 2 after it have no result"),
            planted(
                    "the first result is missing",
                    all -> all.results.remove(0),
                    "out :0  is result 2, where 1 was due",
                    "in :0  has no result"),
            planted(
                    "a request was passed over",
                    all -> {
                        all.results.subList(AT, COUNT).clear();
                        IntStream.range(AT + 1, COUNT).forEach(i -> all.results.add(result(i, i)));
                    },
                    "in :3  has no result"),
            planted(
                    "a result comes twice",
                    all -> all.results.add(AT, all.results.get(AT)),
                    "out :4  is result 4, where 5 was due",
                    "out :4  answers :3 a second time"),
            planted(
                    "a request is answered again, with the next number",
                    all -> all.results.add(result(COUNT - 1, COUNT + 1)),
                    "out :8  answers :7 a second time"),
            planted(
                    "a result comes again later",
                    all -> all.results.add(6, all.results.get(AT)),
                    "out :6  is result 4, where 7 was due",
                    "out :6  answers :3, but :5 is answered before it",
                    "out :7  is result 7, where 5 was due"),
            planted(
                    "two results are swapped",
                    all -> Collections.swap(all.results, AT, AT + 1),
                    "out :3  is result 5, where 4 was due",
                    "in :3  has no result",
                    "out :4  is result 4, where 6 was due",
                    "out :4  answers :3, but :4 is answered before it",
                    "out :5  is result 6, where 5 was due"),
            planted(
                    "a result for a request that does not exist",
                    all -> all.results.add(result(100, COUNT + 1)),
                    "out :8  answers :100, where the input has no request"),
            resultThatIs("a result that is none", new Message(GARBAGE, AT, 1, 2, 3), "is no result: "),
            resultThatIs("a result that is cut", cut(result(AT, AT + 1)), "is no result: "),
            resultThatIs("a result without a value", new Message(null, AT, 1, 2, 3), "is no result: "),
            resultThatIs(
                    "a result without a history",
                    new Message(result(AT, AT + 1).value()),
                    "has a history that leads to no request, but a frame that answers :3",
                    "says that its request was written at another time"),
            resultThatIs(
                    "a history that leads to another request",
                    new Message(
                            result(AT, AT + 1).value(),
                            5,
                            result(AT, AT + 1).history()[1],
                            result(AT, AT + 1).history()[2],
                            result(AT, AT + 1).history()[3]),
                    "has a history that leads to :5, but a frame that answers :3"),
            resultThatIs(
                    "a history of another time",
                    new Message(result(AT, AT + 1).value(), AT, 17, 18, 19),
                    "says that its request was written at another time"),
            resultThatIs(
                    "a result for another writer's request",
                    result(AT, AT + 1, truth(AT), new RequestRef(AT, WRITER + 1, AT + 1, name(AT))),
                    "answers request 4 of another writer or name, 'rename', but at :3 is 'rename'"),
            resultThatIs(
                    "a result for another request of the writer",
                    result(AT, AT + 1, truth(AT), new RequestRef(AT, WRITER, AT + 2, name(AT))),
                    "answers request 5 of another writer or name, 'rename', but at :3 is 'rename'"),
            resultThatIs(
                    "a result for another name",
                    result(AT, AT + 1, truth(AT), new RequestRef(AT, WRITER, AT + 1, "delete")),
                    "answers request 4 of another writer or name, 'delete', but at :3 is 'rename'"),
            resultThatIs(
                    "an update that is not found",
                    result(AT, AT + 1, ResultKind.NOT_FOUND, ref(AT)),
                    "is 'notFound', which does not answer 'executeUpdate'"),
            planted(
                    "a lookup that is updated",
                    all -> all.results.set(2, result(2, 3, ResultKind.UPDATED, ref(2))),
                    "out :2  is 'updated', which does not answer 'lookup'"),
            planted(
                    "a request that is none, answered as if it were one",
                    all -> all.requests.set(AT, new Message(GARBAGE, 1)),
                    "in :3  is no request: ",
                    "out :3  answers in :3 as a request, but no request is there"),
            planted(
                    "a request without a value, answered as failed",
                    all -> {
                        all.requests.set(AT, new Message(null, 1));
                        all.results.set(AT, result(AT, AT + 1, ResultKind.FAILED, new RequestRef(AT, 0, 0, "")));
                    },
                    "in :3  is no request: "),
            planted(
                    "a request whose number comes again",
                    all -> {
                        all.requests.add(request(COUNT, COUNT));
                        all.results.add(result(COUNT, COUNT + 1L, ResultKind.FAILED, numbered(COUNT, COUNT)));
                    },
                    "in :8  is request 8 of its writer, after request 8"),
            planted(
                    "a hole in the numbers of a writer",
                    all -> {
                        all.requests.add(request(COUNT, COUNT + 3));
                        all.results.add(result(COUNT, COUNT + 1L, ResultKind.FAILED, numbered(COUNT, COUNT + 3)));
                    },
                    "in :8  is request 11 of its writer, but request 8 came before it"),
            planted(
                    "a writer that does not begin with its first request",
                    all -> {
                        all.requests.clear();
                        all.results.clear();
                        all.requests.add(request(0, 5));
                        all.results.add(result(0, 1, truth(0), numbered(0, 5)));
                    },
                    "in :0  is request 5 of its writer, but no request came before it"),
            planted(
                    "a result between two transactions that no gateway wrote",
                    all -> all.results.add(
                            AT, new Message(frame(99, truth(AT), ref(AT)), AT, PlainMessages.ASKED_NANOS + AT, 1, 2)),
                    "out :3  is result 99, where 4 was due",
                    "out :4  is result 4, where 100 was due",
                    "out :4  answers :3 a second time"),
            planted("results of another topic of requests", all -> {}, "out  answers another input than the one here"));

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    private static String address;
    private static Said verified;

    private static Fault planted(String name, Consumer<PlainMessages> change, String... expected) {
        return new Fault(name, change, List.of(expected));
    }

    private static Fault resultThatIs(String name, Message message, String... expected) {
        return new Fault(
                name,
                all -> all.results.set(AT, message),
                Arrays.stream(expected).map(text -> "out :3  " + text).toList());
    }

    private static Message cut(Message message) {
        final byte[] value = message.value();
        return new Message(Arrays.copyOf(value, value.length - 5), message.history());
    }

    private static RequestRef numbered(int index, long number) {
        return new RequestRef(index, WRITER, number, name(index));
    }

    @BeforeAll
    static void plant() throws Exception {
        address = BROKER.newAddress();
        final KafkaAddress parsed = KafkaAddress.parse(address);
        final Lanes lanes = Lanes.at(address, QueueOptions.DEFAULTS.withLanes(FAULTS.size()));
        try (Brokers brokers = new Brokers(parsed);
                KafkaProducer<byte[], byte[]> producer = brokers.producer()) {
            for (int number = 0; number < FAULTS.size(); number++) {
                try (Lane lane = lanes.openExisting(number);
                        Lease lease = lane.lease()) {
                    assertTrue(lease.isHeld()); // which notes whose results these are
                }
                final PlainMessages messages = new PlainMessages();
                FAULTS.get(number).change.accept(messages);
                messages.send(producer, parsed, number);
            }
            final String key = FAULTS.size() - 1 + "/" + LaneLogs.GATEWAY + "/" + LaneLogs.ANSWERED;
            producer.send(new ProducerRecord<>(
                    parsed.control(),
                    0,
                    key.getBytes(),
                    UUID.randomUUID().toString().getBytes()));
        }
        verified = Said.by("verify --limit 1000 -q", address);
    }

    static List<Fault> faults() {
        return FAULTS;
    }

    @ParameterizedTest
    @MethodSource("faults")
    void shouldBeFoundWhereItIs(Fault fault) {
        final String lane = "lane " + FAULTS.indexOf(fault) + ": ";
        final List<String> found = verified.lines().stream()
                .filter(line -> line.startsWith(lane))
                .map(line -> line.substring(lane.length()).replaceAll("\\d+:(\\d+)", ":$1"))
                .toList();
        assertEquals(fault.expected.size(), found.size(), () -> found + " on " + verified);
        for (int i = 0; i < found.size(); i++) {
            assertTrue(found.get(i).startsWith(fault.expected.get(i)), found::toString);
        }
    }

    @Test
    void shouldAllBeCounted() {
        final int expected =
                FAULTS.stream().mapToInt(fault -> fault.expected.size()).sum();
        assertEquals(1, verified.code());
        assertTrue(verified.out().endsWith("violations  " + expected + System.lineSeparator()), verified::out);
    }

    @Test
    @Tag("long")
    void shouldNotKeepAnybodyFromLooking() {
        final Said status = Said.by("status -q", address);
        assertTrue(status.out().contains("all lanes      " + FAULTS.size() + " in " + address), status::toString);
        assertFalse(status.out().contains("cannot be read"), status::toString);
    }
}
