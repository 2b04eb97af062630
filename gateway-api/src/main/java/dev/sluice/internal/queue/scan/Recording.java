package dev.sluice.internal.queue.scan;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.QueuePair;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Requests and their results as they stand, in the two queues of a {@link QueuePair} or in a file that was made of them: what
 * tools read that show them, judge them or ask them again. Positions are those of the queues, wherever they are read.
 */
public interface Recording extends AutoCloseable {

    /** The id of the input queue: with an index, the position that identifies a request. */
    UUID inputId();

    /** The id of the input that the output says it answers. */
    Optional<UUID> answeredInput();

    /** The name of the input's roll cycle. */
    String rollCycle();

    /** Where that index of the input is, to be printed. */
    Position inputPosition(long index);

    /** Where that index of the output is, to be printed. */
    Position outputPosition(long index);

    /** The index of that position in the input. */
    long inputIndex(Position position);

    /** The index of the last request now, -1 without any: to leave out what comes meanwhile. The largest if nothing comes. */
    long lastIndexNow();

    /** About how many documents there are to read of the input, for a progress bar; 0 if that is not known. */
    long requestCount();

    /** Whether the first requests there ever were may be missing. */
    boolean hasDeletedRequests();

    /** Whether the first results there ever were may be missing. */
    boolean hasDeletedResults();

    /** Whether nothing was left out between the first document and the last. */
    boolean isComplete();

    /** The index of the first request that was written at that time or later, by the wall clock, nanoseconds since 1970. */
    OptionalLong firstRequestSince(long nanos);

    /** The index of the first request at or behind that index, whether there is one at it or not. */
    OptionalLong firstRequestFrom(long index);

    /** Every document of the input, from the first there is. */
    RecordedRequests scanRequests();

    /** The same from an index that {@link #firstRequestFrom} gave. */
    RecordedRequests scanRequests(long from);

    /** Every document of the output, from the first there is. */
    RecordedResults scanResults();

    /** The same from the first result on that answers that request or a later one. */
    RecordedResults scanResults(long ofRequest);

    @Override
    void close();
}
