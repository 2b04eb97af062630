package dev.sluice.examples.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.KafkaBrokers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests and results as they may be, on a broker. */
@Timeout(180)
class ResultCountTest {

    private static final int LANES = 2;
    private static final byte[] VALUE = {1};

    @TempDir
    private static Path directory;

    private static KafkaBrokers brokers;

    private final String name = UUID.randomUUID().toString();

    @BeforeAll
    static void start() throws Exception {
        brokers = KafkaBrokers.start(directory, 1, described -> {});
    }

    @AfterAll
    static void end() {
        brokers.close();
    }

    @Test
    void shouldFindNothingWhenEachRequestHasOneResult() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            ask(producer, 0, 3);
            ask(producer, 1, 2);
            answer(producer, 0, 0, 1);
            answer(producer, 0, 2);
            answer(producer, 1, 0, 1);
        }
        final ResultCount count = count();
        assertEquals(new ResultCount(5, 5, 0, 0, 0), count);
        assertTrue(count.isExact());
    }

    @Test
    void shouldCountNoClaimOfARun() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            claim(producer, "begin letters@2027-01-01");
            ask(producer, 0, 2);
            claim(producer, "end letters@2027-01-01 0");
            answer(producer, 0, 2, 3); // each transaction ends with a mark that has an offset, too
        }
        assertEquals(new ResultCount(2, 2, 0, 0, 0), count());
    }

    @Test
    void shouldCountWhatIsLostAndWhatIsTwiceOnEachLane() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            ask(producer, 0, 4);
            ask(producer, 1, 4);
            answer(producer, 0, 0, 1, 3); // none of 2
            answer(producer, 1, 0, 1, 2, 3);
            answer(producer, 1, 1, 2); // by another gateway, say
        }
        final ResultCount count = count();
        assertEquals(new ResultCount(8, 9, 1, 2, 0), count);
        assertFalse(count.isExact());
    }

    @Test
    void shouldCountAResultThatComesAfterThatOfALaterRequest() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            ask(producer, 0, 4);
            ask(producer, 1, 2);
            answer(producer, 0, 0, 2, 1, 3);
            answer(producer, 1, 0, 1);
        }
        final ResultCount count = count();
        assertEquals(new ResultCount(6, 6, 0, 0, 1), count);
        assertFalse(count.isExact());
    }

    @Test
    void shouldCountAResultAsLostWhenItsTransactionWasAborted() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            ask(producer, 0, 2);
            answer(producer, 0, 0);
            producer.beginTransaction();
            send(producer, 0, 1);
            producer.flush();
            producer.abortTransaction();
        }
        assertEquals(new ResultCount(2, 1, 1, 0, 0), count());
    }

    @Test
    void shouldCountAResultAsOneTooManyWhenItAnswersNoRequest() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            ask(producer, 0, 1);
            answer(producer, 0, 0, 7);
        }
        assertEquals(new ResultCount(1, 2, 0, 1, 0), count());
    }

    private ResultCount count() {
        return ResultCount.of(brokers.bootstrap(), name + ".requests", name + ".results", LANES);
    }

    /** A producer of transactions, over new topics. */
    private KafkaProducer<byte[], byte[]> producer() throws Exception {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers.bootstrap()))) {
            admin.createTopics(List.of(topic(".requests"), topic(".results")))
                    .all()
                    .get();
        }
        final KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        brokers.bootstrap(),
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        name),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
        return producer;
    }

    private NewTopic topic(String kind) {
        return new NewTopic(name + kind, Optional.of(LANES), Optional.empty());
    }

    private void ask(KafkaProducer<byte[], byte[]> producer, int lane, int count) {
        producer.beginTransaction();
        for (int i = 0; i < count; i++) {
            producer.send(new ProducerRecord<>(name + ".requests", lane, new byte[0], VALUE));
        }
        producer.commitTransaction();
    }

    private void claim(KafkaProducer<byte[], byte[]> producer, String text) {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(
                name + ".requests",
                0,
                (byte[]) null,
                (byte[]) null,
                List.of(new RecordHeader("sluice-claim", text.getBytes(StandardCharsets.UTF_8)))));
        producer.commitTransaction();
    }

    private void answer(KafkaProducer<byte[], byte[]> producer, int lane, long... requests) {
        producer.beginTransaction();
        for (final long request : requests) {
            send(producer, lane, request);
        }
        producer.commitTransaction();
    }

    private void send(KafkaProducer<byte[], byte[]> producer, int lane, long request) {
        final byte[] numbers =
                ByteBuffer.allocate(4 * Long.BYTES).putLong(request).array();
        final List<Header> headers = List.of(new RecordHeader("sluice-history", numbers));
        producer.send(new ProducerRecord<>(name + ".results", lane, new byte[0], VALUE, headers));
    }
}
