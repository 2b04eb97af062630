package dev.sluice.client;

import java.util.List;

/**
 * Results for a program that has Chronicle Queue and not this client: {@code queue.createTailer().methodReader(handler)} over the
 * directory {@code out} calls one of the first five methods for each, then {@link #by}. Values are as Chronicle's tools show them:
 * decimals, dates, times and UUIDs as texts.
 */
public interface ChronicleResults {

    /** A lookup or query found rows. {@code rows} is a list of lists; the number of rows where there are no columns. */
    void rows(String name, List<String> columns, Object rows);

    /** A lookup found nothing. */
    void notFound(String name);

    /** An update changed so many rows. */
    void updated(String name, long count);

    /** A service replied, in the form of {@link #rows}. */
    void replied(String name, List<String> columns, Object rows);

    /** A request failed, for this reason. */
    void failed(String name, String kind, String code, String message, boolean retryable);

    /**
     * The trailer names the request, and says how it was answered.
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
