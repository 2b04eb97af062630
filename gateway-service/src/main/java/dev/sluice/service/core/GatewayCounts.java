package dev.sluice.service.core;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The work of a gateway since it started, and the state of its backends. Requests are counted by the name of what they
 * ask for. There are as many names as the configuration declares, those of the first texts that jobs send as SQL, and two more.
 * Written by the service thread; any thread may read.
 */
public final class GatewayCounts {

    /** The name under which SQL that jobs send is counted, once there are {@link #MOST_TEXTS} others. */
    public static final String SQL = "sql";

    /** So many texts of SQL have a name of their own: each name has a histogram's time series. */
    static final int MOST_TEXTS = 50;

    /** The name for requests that name nothing that can be asked, or cannot be read. No declared name looks like it. */
    public static final String REFUSED = "(refused)";

    private static final long NEVER = Long.MIN_VALUE;

    private final Map<String, OperationCounts> byName = new ConcurrentHashMap<>();
    private final OperationCounts sql;
    private int texts;
    private final OperationCounts refused;
    private final List<BackendCounts> calls = new CopyOnWriteArrayList<>();
    private final Histogram chunkSizes = Histogram.ofSizes();
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong turnNanos = new AtomicLong(NEVER);
    private final AtomicLong oldestNanos = new AtomicLong();
    private final AtomicLong quarantined = new AtomicLong();
    private volatile int largestChunk;
    private volatile List<BackendState> backends = List.of();

    /** @param names what is declared */
    public GatewayCounts(Collection<String> names) {
        names.forEach(this::of);
        sql = of(SQL);
        refused = of(REFUSED);
    }

    private OperationCounts of(String name) {
        return byName.computeIfAbsent(name, OperationCounts::new);
    }

    /** Where requests of an operation are counted. */
    public OperationCounts of(Operation operation) {
        final OperationCounts known = byName.get(operation.countedAs());
        return known == null ? first(operation) : known;
    }

    private OperationCounts first(Operation operation) {
        if (!operation.declared()) {
            if (texts == MOST_TEXTS) {
                return sql;
            }
            texts++;
        }
        return of(operation.countedAs());
    }

    /** Where requests are counted that cannot be asked. */
    public OperationCounts refused() {
        return refused;
    }

    /** Where the calls of another backend are counted. */
    public BackendCounts add(Backend backend) {
        final BackendCounts its = new BackendCounts(backend.name());
        calls.add(its);
        return its;
    }

    /** A chunk was drained. */
    public void drained(int size) {
        largestChunk = Math.max(largestChunk, size);
        chunkSizes.add(size);
    }

    /** Results were written. */
    public void written(int results) {
        written.setOpaque(written.getPlain() + results); // one writer
    }

    /** How backends are has changed. */
    public void backends(List<BackendState> states) {
        backends = states;
    }

    /**
     * The service thread ends a turn; most have nothing to do, and say only when it was.
     *
     * @param now the clock of the duty cycle
     * @param oldest when the first request in hand was written
     * @param notAsked the requests that were quarantined until now
     */
    public void turn(long now, long oldest, long notAsked) {
        turnNanos.setOpaque(now);
        oldestNanos.setOpaque(oldest);
        quarantined.setOpaque(notAsked);
    }

    /** The requests that were read, but for those of a chunk that waits. */
    public long read() {
        return chunkSizes.sum();
    }

    /** The results that were written. */
    public long written() {
        return written.getOpaque();
    }

    /** The requests of the largest chunk. */
    public int largestChunk() {
        return largestChunk;
    }

    /** How many requests each chunk had. */
    public Histogram chunkSizes() {
        return chunkSizes;
    }

    /** The requests that were not asked any more, since the process ended too often while they were. */
    public long quarantined() {
        return quarantined.getOpaque();
    }

    /** The counts of requests, one for each name, in no order. */
    public Collection<OperationCounts> requests() {
        return Collections.unmodifiableCollection(byName.values());
    }

    /** The counts of each backend's calls, in the order the backends became known. */
    public List<BackendCounts> calls() {
        return Collections.unmodifiableList(calls);
    }

    /** Returns a count of the calls of all backends. */
    public long calls(BackendCounts.Count count) {
        return calls.stream().mapToLong(its -> its.get(count)).sum();
    }

    /** How each backend is: whether it is away or slowed down, and how many requests wait for it. */
    public List<BackendState> backends() {
        return backends;
    }

    /** When the service thread last ended a turn of the duty cycle, on that one's clock; empty before the first. */
    public OptionalLong turnNanos() {
        final long turn = turnNanos.getOpaque();
        return turn == NEVER ? OptionalLong.empty() : OptionalLong.of(turn);
    }

    /** When the first request in hand was written: wall clock, nanoseconds since 1970; 0 if there is none, or unknown. */
    public long oldestNanos() {
        return oldestNanos.getOpaque();
    }
}
