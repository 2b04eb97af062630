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
 * The work of a gateway since it started, and the state of its backends. Requests are counted by name: the declared names, the
 * names of the first {@link #MOST_TEXTS} SQL strings that jobs send, and two names for all other requests. Written by the service
 * thread; any thread may read.
 */
public final class GatewayCounts {

    /** The name for all further SQL that jobs send, once {@link #MOST_TEXTS} SQL strings have separate names. */
    public static final String SQL = "sql";

    /**
     * The maximum number of SQL strings that have separate names. It is limited because each name adds the time series of a
     * histogram.
     */
    static final int MOST_TEXTS = 50;

    /** The name for requests that cannot be read, or whose operation does not exist. No declared name can equal this name. */
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

    /** @param names the declared names */
    public GatewayCounts(Collection<String> names) {
        names.forEach(this::of);
        sql = of(SQL);
        refused = of(REFUSED);
    }

    private OperationCounts of(String name) {
        return byName.computeIfAbsent(name, OperationCounts::new);
    }

    /** Returns the counts for requests of an operation. */
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

    /** Returns the counts for requests that can never be executed. */
    public OperationCounts refused() {
        return refused;
    }

    /** Adds a backend, and returns the counts for its calls. */
    public BackendCounts add(Backend backend) {
        final BackendCounts its = new BackendCounts(backend.name());
        calls.add(its);
        return its;
    }

    /** Counts a chunk. Called when the calls of the chunk are planned. */
    public void drained(int size) {
        largestChunk = Math.max(largestChunk, size);
        chunkSizes.add(size);
    }

    /** Counts results that were written. */
    public void written(int results) {
        written.setOpaque(written.getPlain() + results); // one writer
    }

    /** Sets the states of the backends after one of them has changed. */
    public void backends(List<BackendState> states) {
        backends = states;
    }

    /**
     * Called at the end of each turn of the duty cycle.
     *
     * @param now the time on the clock of the duty cycle
     * @param oldest when the first request in progress was written
     * @param notAsked the number of requests that this run has quarantined
     */
    public void turn(long now, long oldest, long notAsked) {
        turnNanos.setOpaque(now);
        oldestNanos.setOpaque(oldest);
        quarantined.setOpaque(notAsked);
    }

    /** Returns the number of requests that were read, except those of a chunk whose calls are not planned yet. */
    public long read() {
        return chunkSizes.sum();
    }

    /** Returns the number of results that were written. */
    public long written() {
        return written.getOpaque();
    }

    /** Returns the number of requests in the largest chunk. */
    public int largestChunk() {
        return largestChunk;
    }

    /** Returns the distribution of the number of requests in a chunk. */
    public Histogram chunkSizes() {
        return chunkSizes;
    }

    /** Returns the number of requests that were not executed, because the process crashed too often while a backend had them. */
    public long quarantined() {
        return quarantined.getOpaque();
    }

    /** Returns the counts of requests, one for each name, in no particular order. */
    public Collection<OperationCounts> requests() {
        return Collections.unmodifiableCollection(byName.values());
    }

    /** Returns the counts of each backend's calls, in the order in which the backends were added. */
    public List<BackendCounts> calls() {
        return Collections.unmodifiableList(calls);
    }

    /** Returns one kind of count, summed over all backends. */
    public long calls(BackendCounts.Count count) {
        return calls.stream().mapToLong(its -> its.get(count)).sum();
    }

    /** Returns the state of each backend: whether it is unavailable or slowed down, and how many requests wait for it. */
    public List<BackendState> backends() {
        return backends;
    }

    /** Returns when the service thread last ended a turn, on the clock of the duty cycle; empty before the first turn ends. */
    public OptionalLong turnNanos() {
        final long turn = turnNanos.getOpaque();
        return turn == NEVER ? OptionalLong.empty() : OptionalLong.of(turn);
    }

    /** Returns when the first request in progress was written: wall clock, nanoseconds since 1970; 0 if there is none. */
    public long oldestNanos() {
        return oldestNanos.getOpaque();
    }
}
