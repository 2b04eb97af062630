package dev.sluice.kafka;

import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.NumberedWriter;
import dev.sluice.transport.OwnerThread;
import dev.sluice.transport.ResultWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Writes results in transactions. A dedicated thread sends the waiting results, commits, and begins the next transaction. So
 * under load a transaction becomes large, but a single result is sent at once. If the brokers refuse a transaction, either
 * another gateway has taken the lane, or the brokers have aborted the transaction. In both cases this writer writes nothing more,
 * and the gateway ends.
 */
final class KafkaResultWriter implements ResultWriter {

    /** The maximum number of results that may wait to be sent. If so many results wait, the service thread waits, too. */
    private static final int MOST_WAITING = 20_000;

    private static final long MOST_BYTES = 64L << 20;
    /** The maximum number of results in one transaction. A reader of committed results sees them all at once. */
    private static final int MOST_IN_ONE = 10_000;

    /**
     * The maximum number of waiting results that the sending thread removes from the queue at once. During the removal it holds a
     * lock that the service thread needs, too.
     */
    private static final int MOST_AT_ONCE = 500;

    private static final long LONGEST_NANOS = 100_000_000;
    /**
     * If a transaction's first message arrives before the brokers have finished the previous transaction, the message waits at
     * its broker for this time. The value is the default of {@code add.partitions.to.txn.retry.backoff.ms}.
     */
    private static final long EARLY_NANOS = 20_000_000;
    /**
     * After a commit that took {@link #EARLY_NANOS} or longer, the writer makes this number of pauses: each following transaction
     * begins only once the brokers have finished the previous one. The number is limited, because the queries in each pause cost
     * the brokers CPU time.
     */
    private static final int LOOKS = 100;

    private static final long LONGEST_CLOSE_MILLIS = 10_000;
    private static final long PAUSE_NANOS = 1_000_000;

    private final OwnerThread owner = new OwnerThread("this result writer");
    private final LaneLogs lane;
    private final PartitionLog log;
    private final TopicPartition partition;
    private final KafkaLease lease;
    private final KafkaProducer<byte[], byte[]> producer;
    private final int largest;
    private final long id = NumberedWriter.newId();
    private final Thread thread;
    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong commitNanos = new AtomicLong();
    /** Guarded by itself. */
    private final Deque<Result> waiting = new ArrayDeque<>();
    /** Used by the sending thread only. */
    private final List<Result> taken = new ArrayList<>(MOST_AT_ONCE);

    private int looks;
    private long waitingBytes;
    private long lastWritten;
    private long committed = -1;
    private boolean closed;
    private long sequence;
    private volatile long visible;
    private volatile @Nullable Throwable failure;

    private record Result(long requestIndex, ProducerRecord<byte[], byte[]> message) {}

    KafkaResultWriter(LaneLogs lane, KafkaLease lease, int largest, Optional<LastAnswered> last) {
        this.lane = lane;
        this.log = lane.resultLog();
        this.partition = log.partition();
        this.lease = lease;
        this.producer = lease.producer();
        this.largest = largest;
        this.sequence = last.map(LastAnswered::resultSequence).orElse(0L);
        this.visible = last.map(LastAnswered::requestIndex).orElse(-1L);
        this.lastWritten = visible;
        this.thread = new Thread(this::run, "sluice-results-" + partition);
        this.thread.setDaemon(true);
        this.thread.start();
    }

    private void run() {
        try {
            while (awaitResults()) {
                synchronized (lease.transactions()) {
                    commitWhatIsThere();
                }
                if (looks > 0) {
                    looks--;
                    awaitFinished();
                }
            }
        } catch (final Throwable e) { // any error is passed on to the service thread
            lease.takenAway();
            synchronized (waiting) {
                failure = e;
                waiting.notifyAll();
            }
        }
    }

    /** @return false once this writer is closed and no result waits */
    private boolean awaitResults() throws InterruptedException {
        boolean idle = true;
        while (idle) {
            lease.beat();
            synchronized (waiting) {
                if (waiting.isEmpty() && !closed) {
                    waiting.wait(KafkaLease.BEAT_MILLIS);
                }
                idle = waiting.isEmpty() && !closed;
            }
        }
        synchronized (waiting) {
            return !waiting.isEmpty();
        }
    }

    private void commitWhatIsThere() throws InterruptedException, ExecutionException {
        final long begun = System.nanoTime();
        producer.beginTransaction();
        long answered = visible;
        int left = MOST_IN_ONE;
        Future<RecordMetadata> last = null;
        while (left > 0 && System.nanoTime() - begun <= LONGEST_NANOS && take(Math.min(left, MOST_AT_ONCE))) {
            for (final Result next : taken) {
                answered = next.requestIndex();
                lane.claims().keepBefore(answered, lane.control());
                last = producer.send(next.message());
            }
            left -= taken.size();
        }
        producer.commitTransaction(); // waits for all messages, and throws if one failed
        final long offset = Objects.requireNonNull(last).get().offset();
        final long took = System.nanoTime() - begun;
        commits.incrementAndGet();
        commitNanos.addAndGet(took);
        looks = took < EARLY_NANOS ? looks : LOOKS;
        synchronized (waiting) {
            visible = answered;
            committed = offset;
            waiting.notifyAll();
        }
    }

    /** Waits until the brokers have finished the transaction, which takes some milliseconds after they confirmed the commit. */
    private void awaitFinished() throws InterruptedException {
        final long begun = System.nanoTime();
        while (!lane.brokers().hasFinished(lane.address().transactionalId())
                && System.nanoTime() - begun < LONGEST_NANOS) {
            Thread.onSpinWait(); // a query takes a millisecond anyway
        }
    }

    /** Takes up to {@code most} waiting results, and returns whether there were any. */
    private boolean take(int most) {
        taken.clear();
        synchronized (waiting) {
            while (taken.size() < most && !waiting.isEmpty()) {
                final Result next = waiting.remove();
                waitingBytes -= next.message().value().length;
                taken.add(next);
            }
            waiting.notifyAll(); // the service thread may wait for space
        }
        return !taken.isEmpty();
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public long nextSequence() {
        return sequence + 1;
    }

    @Override
    public int largestFrame() {
        return largest;
    }

    /** @return -1, because a result gets its index only when it is committed */
    @Override
    public long write(long requestIndex, long writtenNanos, long readNanos, MessageWriter result) {
        owner.check();
        final long now = Stamps.nowNanos();
        final byte[] value = result.toBytes();
        final ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(
                partition.topic(),
                partition.partition(),
                now / 1_000_000,
                null,
                value,
                Stamps.of(requestIndex, writtenNanos, readNanos, now));
        synchronized (waiting) {
            while (failure == null && (waiting.size() >= MOST_WAITING || waitingBytes >= MOST_BYTES)) {
                await(0);
            }
            check();
            waiting.add(new Result(requestIndex, message));
            waitingBytes += value.length;
            lastWritten = requestIndex;
            if (waiting.size() == 1) {
                waiting.notifyAll();
            }
        }
        sequence++;
        return -1;
    }

    private void await(long millis) {
        try {
            waiting.wait(millis);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QueueException("interrupted while results were written to " + partition, e);
        }
    }

    private void check() {
        final Throwable cause = failure;
        if (cause != null) {
            throw new QueueException(
                    "the results after request " + inputPosition(visible) + " cannot be written to " + partition
                            + ": another gateway has claimed the lane, or the brokers have ended the transaction ("
                            + Brokers.reason(cause)
                            + "). Nothing is lost: the next gateway of the lane continues there",
                    cause);
        }
    }

    private String inputPosition(long index) {
        return partition.partition() + ":" + index;
    }

    @Override
    public long commits() {
        return commits.get();
    }

    @Override
    public long commitNanos() {
        return commitNanos.get();
    }

    @Override
    public long visibleIndex() {
        check();
        return visible;
    }

    @Override
    public void endOfChunk() {
        owner.check();
        check();
    }

    @Override
    public Runnable takeSync() {
        final long until;
        synchronized (waiting) {
            until = lastWritten;
        }
        return () -> {
            synchronized (waiting) {
                while (visible < until && failure == null) {
                    await(0);
                }
                check();
            }
        };
    }

    /**
     * Returns false: a written result is on all in-sync brokers only once it is visible, and {@link #endOfChunk} does not wait
     * for that.
     */
    @Override
    public boolean syncs() {
        return false;
    }

    /**
     * Waits, up to a limit, until the written results are visible to the next reader. Brokers confirm a commit before it has
     * reached all partitions.
     */
    @Override
    public void close() {
        final long begun = System.nanoTime(); // not the wall clock, which may be set back during the wait
        synchronized (waiting) {
            closed = true;
            waiting.notifyAll();
            for (long left = LONGEST_CLOSE_MILLIS; visible < lastWritten && failure == null && left > 0; ) {
                await(left);
                left = LONGEST_CLOSE_MILLIS - sinceMillis(begun);
            }
        }
        while (failure == null && committed >= log.end() && sinceMillis(begun) < LONGEST_CLOSE_MILLIS) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static long sinceMillis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }
}
