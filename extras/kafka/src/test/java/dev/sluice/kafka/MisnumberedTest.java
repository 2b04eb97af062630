package dev.sluice.kafka;

import static dev.sluice.kafka.PlainMessages.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.Lease;
import dev.sluice.transport.RequestReader;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests with numbers that cannot be: each fails alone, and is judged by what came before it wherever a gateway begins. */
@Timeout(120)
class MisnumberedTest {

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    private static final List<String> JUDGED = List.of(
            "asked 0",
            "asked 1",
            "refused 2 INVALID", // 0
            "refused 3 INVALID", // -1
            "refused 4 INVALID", // 1 again
            "refused 5 INVALID", // one that nobody comes to
            "refused 6 INVALID", // a hole
            "asked 7");

    private static PlainMessages crafted() {
        final PlainMessages messages = new PlainMessages();
        final long[] numbers = {1, 2, 0, -1, 1, Long.MAX_VALUE, 1_000, 3};
        messages.results.clear();
        messages.requests.clear();
        IntStream.range(0, numbers.length).forEach(i -> messages.requests.add(request(i, numbers[i])));
        return messages;
    }

    @Test
    void shouldFailAloneWhereverAGatewayBegins() {
        final String address = BROKER.newAddress();
        final KafkaAddress parsed = KafkaAddress.parse(address);
        final Lanes lanes = Lanes.at(address, QueueOptions.DEFAULTS);
        try (Lane lane = lanes.openExisting(0);
                Brokers brokers = new Brokers(parsed);
                KafkaProducer<byte[], byte[]> producer = brokers.producer()) {
            crafted().send(producer, parsed, 0);
            producer.flush();
            try (RequestReader all = lane.unansweredRequests(lane.lastAnswered())) {
                assertEquals(JUDGED, ByHand.read(all, JUDGED.size()));
            }
            for (int answered = 0; answered < JUDGED.size(); answered++) {
                try (Lease lease = lane.lease()) {
                    assertTrue(lease.isHeld());
                    final List<String> left = JUDGED.subList(answered, JUDGED.size());
                    assertEquals(left, ByHand.serve(lane, lease, left.size(), 1));
                }
            }
        }
    }
}
