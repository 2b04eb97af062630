package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lease;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * The exclusive right to serve a lane. When a gateway takes the lease, the brokers fence the former holder: they refuse
 * everything that the former holder still sends in transactions.
 */
final class KafkaLease implements Lease {

    static final String KIND = LaneLogs.GATEWAY;
    static final String HOLDER = "holder";

    /** The interval at which a holder reports that it is alive. */
    static final long BEAT_MILLIS = 2_000;
    /** A holder that has not reported for this time is shown as dead. Such a holder still has the lease. */
    private static final long SILENCE_MILLIS = 20_000;

    private static final String ALIVE = "alive";
    private static final String NUMBERS = "numbers";
    private static final String CHECKPOINT = "checkpoint@";
    private static final int COUNT = 8;

    private final LaneLogs lane;
    private final KafkaProducer<byte[], byte[]> producer;
    private final String id = UUID.randomUUID().toString();
    private final String holder =
            ProcessHandle.current().pid() + " " + System.currentTimeMillis() + " " + host() + " " + id;
    /** The lock for transactions, because a producer can have only one at a time. */
    private final Object transactions = new Object();

    private long lastBeat;
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
            lane.noteLanes();
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

    /**
     * Refuses a lane whose results answer requests of an earlier topic of requests. If that topic was deleted and created again,
     * the new requests have the offsets of earlier requests, and would seem to be answered already.
     */
    private void checkResults() {
        final Optional<UUID> answered = lane.answeredInput();
        if (answered.isPresent() && !answered.get().equals(lane.inputId())) {
            if (lane.lastAnswered().isPresent()) {
                throw new QueueException("the results in " + lane.resultLog().partition()
                        + " answer the requests of an earlier topic "
                        + lane.requestLog().partition().topic()
                        + ", which was deleted: create all three topics again, under this name or another");
            }
            forgetCheckpoints();
        }
        lane.control().put(KIND, LaneLogs.ANSWERED, lane.inputId().toString());
    }

    /** Deletes the stored checkpoints, because they are about requests of the earlier topic. */
    private void forgetCheckpoints() {
        lane.control()
                .removeAll(
                        KIND,
                        lane.control().names(KIND).stream()
                                .filter(name -> name.startsWith(CHECKPOINT))
                                .toList());
    }

    /** Returns the name of this host. */
    static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (final UnknownHostException e) {
            return "unknown";
        }
    }

    /** Reports, at most once in an interval, that the holder is alive. Never waits. Called by the thread that writes results. */
    void beat() {
        final long now = System.currentTimeMillis();
        if (!lost && (now - lastBeat >= BEAT_MILLIS || now < lastBeat)) {
            lastBeat = now;
            lane.control().send(KIND, ALIVE, id + " " + now);
        }
    }

    /**
     * Returns the holder of a lane's lease, or the last holder if its process ended without releasing the lease. A process on
     * this host is alive if the operating system says so. A process on another host counts as alive if it has reported recently.
     * Its report contains the time by the clock of its host, which is compared with the clock of this host.
     */
    static Optional<Holder> holder(LaneLogs lane) {
        return lane.control().get(KIND, HOLDER).map(text -> {
            final String[] parts = text.split(" ", 4);
            final long pid = Long.parseLong(parts[0]);
            final long since = Long.parseLong(parts[1]);
            final boolean live = parts[2].equals(host())
                    ? ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)
                    : System.currentTimeMillis() - Math.max(since, lastBeat(lane, parts[3])) < SILENCE_MILLIS;
            return new Holder(pid, Instant.ofEpochMilli(since), live);
        });
    }

    private static long lastBeat(LaneLogs lane, String id) {
        return lane.control()
                .get(KIND, ALIVE)
                .filter(beat -> beat.startsWith(id + " "))
                .map(beat -> Long.parseLong(beat.substring(id.length() + 1)))
                .orElse(0L);
    }

    KafkaProducer<byte[], byte[]> producer() {
        checkHeld();
        return producer;
    }

    /** Returns the lock to hold during a transaction of the producer. */
    Object transactions() {
        return transactions;
    }

    @Override
    public Optional<BooleanSupplier> last() {
        return Optional.of(this::isLast);
    }

    /**
     * Finds out whether this gateway still has the lease of the lane. Sends a message in a transaction and aborts the
     * transaction, so that no reader sees the message. The brokers refuse the message if another gateway has the lease.
     */
    private boolean isLast() {
        final TopicPartition results = lane.resultLog().partition();
        synchronized (transactions) {
            try {
                producer.beginTransaction();
                producer.send(new ProducerRecord<>(results.topic(), results.partition(), null, new byte[0]))
                        .get();
                producer.abortTransaction();
                return true;
            } catch (final KafkaException | ExecutionException e) {
                takenAway(); // after any error this producer cannot be used again
                return false;
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new QueueException("interrupted while the lane " + lane.address() + " was confirmed", e);
            }
        }
    }

    /**
     * Called when the brokers have refused a message of this holder. From now on this holder sends nothing, so that it does not
     * overwrite values of the next holder.
     */
    void takenAway() {
        lost = true;
    }

    @Override
    public Optional<BooleanSupplier> lost() {
        return lost ? Optional.of(this::isNamed) : Optional.empty();
    }

    /** Whether the control topic still names this holder. A gateway that takes the lease stores its name there at once. */
    private boolean isNamed() {
        return lane.control().get(KIND, HOLDER).filter(holder::equals).isPresent();
    }

    @Override
    public boolean isHeld() {
        return held;
    }

    @Override
    public Numbers notes() {
        return new Noted(NUMBERS, true);
    }

    /**
     * The numbers are not sent at once, but within a fifth of a second or at closing, because there may be many commits a second.
     */
    @Override
    public Numbers checkpoint(String gateway, String database) {
        return new Noted(CHECKPOINT + gateway + "@" + database, false);
    }

    /**
     * Numbers that are stored as the value of a key in the control topic. A gateway that has lost the lane, but has not noticed
     * this yet, may overwrite the newer numbers of the next gateway.
     */
    private final class Noted implements Numbers {

        private final String name;
        private final boolean atOnce;
        /** Guarded by itself. */
        private final long[] numbers;

        private boolean waits;

        Noted(String name, boolean atOnce) {
            checkHeld();
            this.name = name;
            this.atOnce = atOnce;
            this.numbers = numbers(lane, name);
        }

        @Override
        public long get(int place) {
            return numbers[place];
        }

        @Override
        public void set(int place, long number) {
            if (numbers[place] == number) {
                return;
            }
            synchronized (numbers) {
                numbers[place] = number;
            }
            if (atOnce) {
                send();
            } else if (!lost) {
                waits = true;
                lane.control().later(KIND, name, this::text);
            }
        }

        private void send() {
            if (!lost) {
                lane.control().send(KIND, name, text());
            }
        }

        private String text() {
            synchronized (numbers) {
                return Arrays.stream(numbers).mapToObj(Long::toString).collect(Collectors.joining(" "));
            }
        }

        @Override
        public void close() {
            if (waits) {
                send();
            }
        }
    }

    /** Returns the numbers that the gateway of a lane has stored. */
    static long[] numbers(LaneLogs lane) {
        return numbers(lane, NUMBERS);
    }

    private static long[] numbers(LaneLogs lane, String name) {
        final long[] numbers = new long[COUNT];
        Arrays.fill(numbers, Numbers.NONE);
        lane.control().get(KIND, name).ifPresent(text -> {
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
            if (!lost && isNamed()) {
                lane.control().remove(KIND, HOLDER);
            }
        } finally {
            OpenNames.giveBack(lane.inputId(), KIND, HOLDER);
        }
    }
}
