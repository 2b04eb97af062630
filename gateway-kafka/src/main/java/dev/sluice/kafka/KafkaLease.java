package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Lease;
import java.time.Duration;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;

/**
 * The right to serve a lane. To take it ends the transactions of the former owner for good: whatever that still sends is refused by
 * the brokers.
 */
final class KafkaLease implements Lease {

    static final String KIND = "gateway";
    static final String HOLDER = "holder";
    static final String NUMBER = "number";

    private static final int NUMBERS = 8;

    private final KafkaLane lane;
    private final KafkaProducer<byte[], byte[]> producer;
    private volatile boolean held = true;

    private KafkaLease(KafkaLane lane, KafkaProducer<byte[], byte[]> producer) {
        this.lane = lane;
        this.producer = producer;
    }

    static KafkaLease take(KafkaLane lane) {
        OpenNames.take(lane.inputId(), KIND, HOLDER);
        final KafkaProducer<byte[], byte[]> producer = lane.transactionalProducer();
        try {
            producer.initTransactions();
            lane.control()
                    .put(
                            KIND,
                            HOLDER,
                            ProcessHandle.current().pid() + " " + System.currentTimeMillis() + " " + KafkaLane.host());
            return new KafkaLease(lane, producer);
        } catch (final KafkaException | QueueException e) {
            producer.close(Duration.ZERO);
            OpenNames.giveBack(lane.inputId(), KIND, HOLDER);
            throw new QueueException("the lane " + lane.address() + " cannot be claimed: " + Brokers.reason(e), e);
        }
    }

    KafkaProducer<byte[], byte[]> producer() {
        checkHeld();
        return producer;
    }

    @Override
    public boolean isHeld() {
        return held;
    }

    @Override
    public Numbers notes() {
        checkHeld();
        final long[] numbers = new long[NUMBERS];
        for (int place = 0; place < NUMBERS; place++) {
            numbers[place] = lane.noted(place);
        }
        return new Numbers() {
            @Override
            public long get(int place) {
                return numbers[place];
            }

            @Override
            public void set(int place, long number) {
                numbers[place] = number;
                lane.control().later(NUMBER, Integer.toString(place), () -> Long.toString(number));
            }

            @Override
            public void close() {
                lane.control().flush();
            }
        };
    }

    @Override
    public void close() {
        if (held) {
            held = false;
            producer.close(Duration.ofSeconds(1));
            lane.control().remove(KIND, HOLDER);
            OpenNames.giveBack(lane.inputId(), KIND, HOLDER);
        }
    }
}
