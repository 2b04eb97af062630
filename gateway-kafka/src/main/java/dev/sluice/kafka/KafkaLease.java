package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Lease;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;

/**
 * The right to serve a lane. To take it ends the transactions of the former owner for good: whatever that still sends is refused by
 * the brokers.
 */
final class KafkaLease implements Lease {

    static final String KIND = LaneLogs.GATEWAY;
    static final String HOLDER = "holder";

    private static final String NUMBERS = "numbers";
    private static final int COUNT = 8;

    private final LaneLogs lane;
    private final KafkaProducer<byte[], byte[]> producer;
    private final String holder =
            ProcessHandle.current().pid() + " " + System.currentTimeMillis() + " " + host() + " " + UUID.randomUUID();
    private volatile boolean held = true;
    private volatile boolean lost;

    private KafkaLease(LaneLogs lane, KafkaProducer<byte[], byte[]> producer) {
        this.lane = lane;
        this.producer = producer;
    }

    static KafkaLease take(LaneLogs lane) {
        OpenNames.take(lane.inputId(), KIND, HOLDER);
        KafkaLease lease = null;
        try {
            final KafkaProducer<byte[], byte[]> producer = lane.transactionalProducer();
            lease = new KafkaLease(lane, producer);
            producer.initTransactions();
            lease.checkResults();
            lane.control().put(KIND, HOLDER, lease.holder);
            return lease;
        } catch (final KafkaException | QueueException e) {
            if (lease != null) {
                lease.producer.close(Duration.ZERO);
            }
            OpenNames.giveBack(lane.inputId(), KIND, HOLDER);
            throw e instanceof QueueException said
                    ? said
                    : new QueueException("the lane " + lane.address() + " cannot be claimed: " + Brokers.reason(e), e);
        }
    }

    /** A topic of requests that was made anew begins with the same offsets, and its results are those of others. */
    private void checkResults() {
        final Optional<UUID> answered = lane.answeredInput();
        if (answered.isPresent()
                && !answered.get().equals(lane.inputId())
                && lane.lastAnswered().isPresent()) {
            throw new QueueException("the results in " + lane.resultLog().partition()
                    + " answer the requests of an earlier topic "
                    + lane.requestLog().partition().topic()
                    + ", which was deleted: make all three topics anew, under another name or this one");
        }
        lane.control().put(KIND, LaneLogs.ANSWERED, lane.inputId().toString());
    }

    /** The name of this host. */
    static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (final UnknownHostException e) {
            return "unknown";
        }
    }

    KafkaProducer<byte[], byte[]> producer() {
        checkHeld();
        return producer;
    }

    /** The brokers refused this one: what the successor has written is its own from now on. */
    void lost() {
        lost = true;
    }

    @Override
    public boolean isHeld() {
        return held;
    }

    @Override
    public Numbers notes() {
        checkHeld();
        final long[] numbers = numbers(lane);
        return new Numbers() {
            @Override
            public long get(int place) {
                return numbers[place];
            }

            @Override
            public void set(int place, long number) {
                numbers[place] = number;
                if (!lost) {
                    lane.control()
                            .send(
                                    KIND,
                                    NUMBERS,
                                    Arrays.stream(numbers)
                                            .mapToObj(Long::toString)
                                            .collect(Collectors.joining(" ")));
                }
            }

            @Override
            public void close() {
                // each is on its way
            }
        };
    }

    /** The numbers that the gateway of that lane has noted. */
    static long[] numbers(LaneLogs lane) {
        final long[] numbers = new long[COUNT];
        Arrays.fill(numbers, Numbers.NONE);
        lane.control().get(KIND, NUMBERS).ifPresent(text -> {
            final String[] noted = text.split(" ");
            for (int place = 0; place < Math.min(COUNT, noted.length); place++) {
                numbers[place] = Long.parseLong(noted[place]);
            }
        });
        return numbers;
    }

    @Override
    public void close() {
        if (!held) {
            return;
        }
        held = false;
        try {
            producer.close(Duration.ofSeconds(1));
            if (!lost && lane.control().get(KIND, HOLDER).filter(holder::equals).isPresent()) {
                lane.control().remove(KIND, HOLDER);
            }
        } finally {
            OpenNames.giveBack(lane.inputId(), KIND, HOLDER);
        }
    }
}
