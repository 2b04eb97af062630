package dev.sluice.client;

import java.util.List;

/**
 * Results for a program that has Chronicle Queue and not this client: {@code queue.createTailer().methodReader(handler)} over the
 * directory {@code out} calls one of the first five methods for each, then {@link #by}. Values are as Chronicle's tools show them:
 * decimals, dates, times and UUIDs as texts.
 */
public interface ChronicleResults {

    /** What a lookup or query found. {@code rows} is a list of lists; the number of rows where there are no columns. */
    void rows(String name, List<String> columns, Object rows);

    /** A lookup that found nothing. */
    void notFound(String name);

    /** How many rows an update changed. */
    void updated(String name, long count);

    /** What a service replied; as {@link #rows}. */
    void replied(String name, List<String> columns, Object rows);

    /** Why a request failed. */
    void failed(String name, String kind, String code, String message, boolean retryable);

    /**
     * Which request it was.
     *
     * @param gatewayRun the id of the run that answered it
     * @param number of the result over the whole output, from 1
     * @param request the index of the request in the input
     * @param writer the id of its writer; 0 if {@link ChronicleRequests} wrote the request, or it could not be read
     * @param requestNumber its number by that writer
     * @param asked how often it was asked; 0 if once was enough, or none was needed
     * @param callBegun when the call that answered it began: wall clock, nanoseconds since 1970; 0 if none did
     * @param callNanos how long that took
     * @param types a letter for the type of each column
     * @param checksum of all that was before
     */
    void by(
            long gatewayRun,
            long number,
            long request,
            long writer,
            long requestNumber,
            int asked,
            long callBegun,
            long callNanos,
            String types,
            long checksum);
}
