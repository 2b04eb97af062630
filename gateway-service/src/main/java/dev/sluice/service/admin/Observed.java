package dev.sluice.service.admin;

import dev.sluice.service.cache.LookupCaches;
import dev.sluice.service.core.Histogram;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.core.schedule.BackendCounts;
import dev.sluice.service.core.schedule.BackendState;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** What is seen of a gateway. Any thread may ask; nothing here waits for the service thread, nor it for this. */
public interface Observed {

    /** Its name. */
    String gateway();

    /** When the service thread last ended a turn, by {@link System#nanoTime()}; empty before the first. */
    OptionalLong turnNanos();

    /** Whether it was told to stop. */
    boolean stopping();

    /** Whether results are held because the disk has reached its reserve. */
    boolean diskFull();

    /** How each backend is; their times are by {@link System#nanoTime()}. */
    List<BackendState> backends();

    /** What the calls of each backend came to: all that are configured, from the start. */
    List<BackendCounts> calls();

    /** What became of requests: all names that are configured, from the start. */
    Collection<OperationCounts> requests();

    /** What each cache came to, by the name of its lookup. */
    Map<String, LookupCaches.Counts> caches();

    /** How many requests each chunk had. */
    Histogram chunks();

    /** The requests that were read and have no result yet. */
    long inHand();

    /** How many requests were quarantined, since the process ended whenever they were asked. */
    long quarantined();

    /** When the oldest request in hand was written: wall clock, nanoseconds since 1970; 0 if there is none. */
    long oldestNanos();

    /**
     * The requests on the input that have no result; takes up to some hundred microseconds.
     *
     * @throws RuntimeException if the queues cannot be read just now
     */
    long backlog();

    /** The backends that keep a checkpoint. */
    Set<String> checkpoints();

    /** The directory that holds the queues {@code in} and {@code out}. */
    Path queues();

    /** The bytes that stay free on its disk. */
    long diskReserve();

    /** What the gateway did since it started, as JSON. */
    String summary();
}
