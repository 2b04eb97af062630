package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Failure;
import dev.sluice.api.QueueException;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.client.Futures;
import dev.sluice.client.GatewayClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The brokers refuse a request for good, as somebody has lowered the topic's limit: whoever waits for its result hears of it. */
@Timeout(120)
class UnsentTest {

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    private static final Results NONE = new Results() {
        @Override
        public void rows(RequestRef request, Rows rows) {}

        @Override
        public void notFound(RequestRef request) {}

        @Override
        public void updated(RequestRef request, long count) {}

        @Override
        public void failed(RequestRef request, Failure failure) {}
    };
    private static final String LARGE = "x".repeat(10_000);

    @Test
    void shouldEndTheWaitForARequestThatWasNotSent() throws Exception {
        final GatewayClient client = limited();
        client.requests().lookup("customer", LARGE);
        final QueueException refused = assertThrows(QueueException.class, () -> client.awaitAll(NONE));
        assertTrue(refused.getMessage().startsWith("request 1 of a writer was not written to "), refused.getMessage());
        assertTrue(refused.getMessage().contains("RecordTooLargeException"), refused.getMessage());
        assertThrows(QueueException.class, () -> client.requests().lookup("customer", 1L));
        assertThrows(QueueException.class, client::close);
    }

    @Test
    void shouldFailTheFutureOfARequestThatWasNotSent() throws Exception {
        final GatewayClient client = limited();
        final Futures futures = client.futures(ForkJoinPool.commonPool());
        final CompletableFuture<?> answer = futures.lookup("customer", LARGE);
        final ExecutionException failed =
                assertThrows(ExecutionException.class, () -> answer.get(60, TimeUnit.SECONDS));
        assertTrue(failed.toString().contains("was not written to "), failed::toString);
        assertThrows(QueueException.class, client::close);
    }

    /** A client whose requests may have 1,000 bytes from now on, by the topic. */
    private static GatewayClient limited() throws Exception {
        final String address = BROKER.newAddress();
        try (KafkaLane lane = (KafkaLane) OneBroker.open(address)) {
            final GatewayClient client = GatewayClient.builder(address).openExisting();
            final String topic = lane.logs().requestLog().partition().topic();
            lane.logs()
                    .brokers()
                    .admin()
                    .incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, topic),
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("max.message.bytes", "1000"), AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
            awaitLimit(lane.logs());
            return client;
        }
    }

    /** The broker learns of it a moment later. */
    private static void awaitLimit(LaneLogs logs) throws InterruptedException {
        final byte[] large = LARGE.getBytes(StandardCharsets.US_ASCII);
        boolean taken = true;
        while (taken) {
            try {
                logs.requestProducer()
                        .send(new ProducerRecord<>(logs.requestLog().partition().topic(), large))
                        .get();
            } catch (final ExecutionException e) {
                assertInstanceOf(RecordTooLargeException.class, e.getCause());
                taken = false;
            }
        }
    }
}
