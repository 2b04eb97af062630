package dev.sluice.transport;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.api.QueueOptions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * One log of requests in their order, with the log of their results: what jobs write to and read from, and one gateway at a
 * time serves. An index tells a request from all others of the lane, and a later one has a larger index; any number from 0 on
 * may be one. Thread-safe; what it makes is not.
 */
public interface Lane extends AutoCloseable {

    @Override
    void close();

    /** Where it is, as a user writes it. */
    String address();

    QueueOptions options();

    /** The id of the input queue: with an index, the position that identifies a request. */
    UUID inputId();

    /** The id of the input that the output says it answers. */
    Optional<UUID> answeredInput();

    /** Returns the position of that index of the input. */
    Position inputPosition(long index);

    /** Returns the position of that index of the output. */
    Position outputPosition(long index);

    /** The index of that position in the input. */
    long inputIndex(Position position);

    /** The index of the last request now, -1 without any: to leave out what comes meanwhile. */
    long lastIndexNow();

    /** About how many documents there are to read of the input, for a progress bar; 0 if that is not known. */
    long requestCount();

    /** Whether the first requests there ever were may be missing. */
    boolean hasDeletedRequests();

    /** Whether the first results there ever were may be missing. */
    boolean hasDeletedResults();

    /** The index of the first request that was written at that time or later, by the wall clock, nanoseconds since 1970. */
    OptionalLong firstRequestSince(long nanos);

    /** The index of the first request at or after that index, whether there is one at it or not. */
    OptionalLong firstRequestFrom(long index);

    /** Every document of the input, from the first there is. */
    RecordedRequests scanRequests();

    /** The documents of the input from an index that {@link #firstRequestFrom} gave. */
    RecordedRequests scanRequests(long from);

    /** Every document of the output, from the first there is. */
    RecordedResults scanResults();

    /** The documents of the output from the first result that answers that request or a later one. */
    RecordedResults scanResults(long ofRequest);

    /** A writer with a random id. */
    RequestWriter newWriter();

    /**
     * A writer that keeps its id and goes on with its numbers after a restart.
     *
     * @throws QueueLockedException if a writer of that name is open anywhere
     */
    RequestWriter newWriter(String name);

    /** Whether a writer of that name was ever opened here. */
    boolean hasWriter(String name);

    /** The index of the last request, or empty when there is none. */
    OptionalLong lastRequest();

    /** A reader of every request, from the first there is. */
    RequestReader requestsFromStart();

    /**
     * The gateway's reader: after the request answered last.
     *
     * @throws QueueException if that request is not there
     */
    RequestReader unansweredRequests(Optional<LastAnswered> last);

    /** A reader of these for who only looks at them: it hands over all that are there now before it finds none. */
    default RequestReader waitingRequests(Optional<LastAnswered> last) {
        return unansweredRequests(last);
    }

    /**
     * The request answered last, or empty when there is no result.
     *
     * @throws QueueException if the last result cannot be read
     */
    Optional<LastAnswered> lastAnswered();

    /** A reader of the results that come from now on. */
    ResultReader newResults();

    /**
     * A reader that resumes after the last result it handed over under that name; a new name starts with the results
     * that come from now on.
     *
     * @throws QueueLockedException if a reader of that name is open anywhere
     * @throws QueueException if the place where it was is gone
     */
    ResultReader results(String name);

    /** The names of the runs that have a place, in order. */
    List<String> runs();

    /**
     * Opens the place of that run, which for a new one is after the last result there is now. Where processes on several hosts share
     * the lane, the last one to open it has it, and requests of a former one are not asked.
     *
     * @throws QueueLockedException if it is open here, or anywhere on this host
     * @throws QueueException if the results where it was are gone
     */
    RunPlace run(String name);

    /** How far runs got, a notice for each that has a place. */
    Notices runMarks();

    /** The gateway's notices, for its next run and for those who look; the holder of its lease writes them. */
    Notices gatewayNotices();

    /**
     * What is wanted of the gateway, and what it has done. Whoever may write the lane may write these: several processes may replace one
     * at a time, and then the last one's is there, whole.
     */
    Notices controlNotices();

    /**
     * Takes the right to serve this.
     *
     * @throws QueueLockedException if another gateway has it
     * @throws QueueException if the results are those of other requests
     */
    Lease lease();

    /** The gateway's writer, going on after the last result. */
    ResultWriter resultWriter(Lease lease, Optional<LastAnswered> last);

    /** The index of the first request that has a result, if the results took the place of others that were lost. */
    OptionalLong outputBegins();

    /** How many requests have no result, now. */
    long waiting();

    /** How many requests there are from that index on and before the other; both are there, or follow the last one. */
    long requestsBetween(long from, long behind);

    /**
     * How many requests were written at each of those times or later, as long as nobody has set the clock back. By search, as all
     * that follows.
     *
     * @param nanos wall clock, since 1970
     */
    long[] requestsSince(long... nanos);

    /** How many results were written at each of those times or later. */
    long[] resultsSince(long... nanos);

    /** The first answered request that the gateway read at that time or later. */
    OptionalLong firstReadSince(long nanos);

    /** The last so many results, or fewer if there are no more. */
    RecordedResults lastResults(long count);

    /** The results from the first on that was written at that time or later. */
    RecordedResults scanResultsSince(long nanos);

    /** The named writers, readers and unfinished runs, open or not. */
    List<NamedPlace> places();

    /** The ids of the processes that have writers open, each by the numbers of its own container; as far as that can be told. */
    List<Long> writingProcesses();

    /** The number that the gateway has noted at that place, {@link Lease.Numbers#NONE} for none; without its lease. */
    long noted(int place);

    /** The space that it takes, and that is left. */
    Space space();

    /**
     * Bytes on disk.
     *
     * @param requests those of the requests, with what is ready for more
     * @param results those of the results
     * @param usable those that this process may still use
     */
    record Space(long requests, long results, long usable) {}

    /** The gateway that serves this, or the last one, if it ended without giving its lock back. Makes and locks nothing. */
    Optional<Holder> gateway();
}
