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
 * One log of requests in their order, together with the log of their results. Jobs write requests and read results; one gateway
 * at a time serves the lane. An index identifies a request within its lane. Indexes grow from request to request, may begin with
 * any number from 0 on, and may have gaps. The lane is thread-safe; the readers and writers that it opens are not.
 */
public interface Lane extends AutoCloseable {

    @Override
    void close();

    /** Returns the address of this lane in the form in which a user writes it. */
    String address();

    QueueOptions options();

    /** Returns the id of the input queue. The id and an index together identify a request. */
    UUID inputId();

    /** Returns the id of the input queue whose requests the output queue answers, as recorded in the output. */
    Optional<UUID> answeredInput();

    /** Returns the position of that index in the input. */
    Position inputPosition(long index);

    /** Returns the position of that index in the output. */
    Position outputPosition(long index);

    /** Returns the index of that position in the input. */
    long inputIndex(Position position);

    /**
     * Returns the index of the last request at this moment, -1 if there is none. A scan can stop there and ignore later requests.
     */
    long lastIndexNow();

    /** Returns roughly how many documents a scan of the input reads, for a progress bar; 0 if that is not known. */
    long requestCount();

    /** Whether the oldest requests of this lane may have been deleted. */
    boolean hasDeletedRequests();

    /** Whether the oldest results of this lane may have been deleted. */
    boolean hasDeletedResults();

    /** Returns the index of the first request written at that wall-clock time (nanoseconds since 1970) or later. */
    OptionalLong firstRequestSince(long nanos);

    /**
     * Returns the index of the first request at or after the given index. There need not be a request at the given index itself.
     */
    OptionalLong firstRequestFrom(long index);

    /** Scans all documents of the input, from the first existing one. */
    RecordedRequests scanRequests();

    /** Scans the documents of the input from an index that {@link #firstRequestFrom} returned. */
    RecordedRequests scanRequests(long from);

    /** Scans all documents of the output, from the first existing one. */
    RecordedResults scanResults();

    /** Scans the documents of the output, from the first result that answers that request or a later one. */
    RecordedResults scanResults(long ofRequest);

    /** Opens a writer with a random id. */
    RequestWriter newWriter();

    /**
     * Opens a named writer, which keeps its id and continues its numbers after a restart.
     *
     * @throws QueueLockedException if a writer of that name is open, in this process or another
     */
    RequestWriter newWriter(String name);

    /** Whether a writer of that name was ever opened on this lane. */
    boolean hasWriter(String name);

    /** Returns the index of the last request; empty if there is none. */
    OptionalLong lastRequest();

    /** Opens a reader of all requests, from the first existing one. */
    RequestReader requestsFromStart();

    /**
     * Opens the gateway's reader, which begins after the last answered request.
     *
     * @throws QueueException if the last answered request is missing
     */
    RequestReader unansweredRequests(Optional<LastAnswered> last);

    /**
     * Opens a reader of the unanswered requests for tools that only inspect them. When a poll of this reader finds nothing, the
     * reader has passed on all requests that existed when it was opened.
     */
    default RequestReader waitingRequests(Optional<LastAnswered> last) {
        return unansweredRequests(last);
    }

    /**
     * Returns the last answered request; empty if there is no result.
     *
     * @throws QueueException if the last result cannot be read
     */
    Optional<LastAnswered> lastAnswered();

    /** Opens a reader that begins with the next result. */
    ResultReader newResults();

    /**
     * Opens a named reader, which resumes after the last result that an earlier reader of that name passed on. A reader with a
     * new name begins with the next result.
     *
     * @throws QueueLockedException if a reader of that name is open, in this process or another
     * @throws QueueException if the results at the reader's place have been deleted
     */
    ResultReader results(String name);

    /** Returns, sorted, the names of the runs that have a recorded place in the results, see {@link RunPlace}. */
    List<String> runs();

    /**
     * Opens the place of that run: the recorded position in the results from which the run continues. The place of a new run is
     * after the last existing result. If processes on several hosts share the lane, the process that opened the place last owns
     * the run. Unanswered requests of an earlier owner are not executed.
     *
     * @throws QueueLockedException if the place is open in this process or in another process on this host
     * @throws QueueException if the results at the run's place have been deleted
     */
    RunPlace run(String name);

    /**
     * Returns the marks of the runs, which record how far the runs have come. Each run that has a place has one mark, stored as a
     * notice.
     */
    Notices runMarks();

    /** Returns the notices that the holder of the lease writes. The next process of the gateway, and tools, read them. */
    Notices gatewayNotices();

    /**
     * Returns the notices with control commands to the gateway and the gateway's acknowledgements. Every process that may write
     * to the lane may write these notices. If several processes write the same notice, the content of the last process stays. A
     * notice never mixes the contents of two processes.
     */
    Notices controlNotices();

    /**
     * Acquires the right to serve this lane.
     *
     * @throws QueueLockedException if another gateway holds the lease
     * @throws QueueException if the existing results belong to the requests of another input
     */
    Lease lease();

    /** Opens the gateway's writer, which continues after the last result. */
    ResultWriter resultWriter(Lease lease, Optional<LastAnswered> last);

    /** If this output replaces a lost output, returns the index of the first request that this output answers; else empty. */
    OptionalLong outputBegins();

    /** Returns how many requests have no result at this moment. */
    long waiting();

    /**
     * Returns the number of requests from {@code from} (inclusive) to {@code behind} (exclusive). Each of the two is the index of
     * an existing request, or greater than the index of the last request.
     */
    long requestsBetween(long from, long behind);

    /**
     * Returns for each of the given times how many requests were written at that time or later. This method and the following
     * methods use a binary search by time. So the counts are right only if the clock was never set back.
     *
     * @param nanos wall-clock times, in nanoseconds since 1970
     */
    long[] requestsSince(long... nanos);

    /** Returns for each of the given times how many results were written at that time or later. */
    long[] resultsSince(long... nanos);

    /** Returns the index of the first request that has a result and that the gateway read at that time or later. */
    OptionalLong firstReadSince(long nanos);

    /** Scans the last {@code count} results, or all results if there are fewer. */
    RecordedResults lastResults(long count);

    /** Scans the results, beginning with the first that was written at that time or later. */
    RecordedResults scanResultsSince(long nanos);

    /** Returns the places of named writers, named readers and unfinished runs, whether they are open or not. */
    List<NamedPlace> places();

    /**
     * Returns the ids of the processes that are known to have open writers. Each id is valid within the container of its process.
     */
    List<Long> writingProcesses();

    /**
     * Returns the number that the gateway has stored in that slot of {@link Lease#notes}, or {@link Lease.Numbers#NONE}.
     */
    long noted(int place);

    /** Returns the space that this lane uses, and the free space. */
    Space space();

    /**
     * Sizes in bytes on disk.
     *
     * @param requests the size of the request log, including space allocated for further requests
     * @param results the size of the result log
     * @param usable the free space that this process may use
     */
    record Space(long requests, long results, long usable) {}

    /**
     * Returns the gateway that serves this lane. If there is none, but the last gateway crashed without releasing its lock,
     * returns that gateway; otherwise empty. This method creates and locks nothing.
     */
    Optional<Holder> gateway();
}
