package dev.sluice.client;

import java.util.List;

/**
 * The results for a program that uses Chronicle Queue and not this client. The program reads them with {@code
 * queue.createTailer().methodReader(handler)} on the queue in the directory {@code out}. For each result the reader calls one of
 * the first five methods and then {@link #by}. Values have the form that Chronicle's tools show: decimals, dates, times and UUIDs
 * are strings.
 */
public interface ChronicleResults {

    /** A lookup or query found rows. {@code rows} is a list of lists or, if there are no columns, the number of rows. */
    void rows(String name, List<String> columns, Object rows);

    /** A lookup found nothing. */
    void notFound(String name);

    /** An update changed the given number of rows. */
    void updated(String name, long count);

    /** A service replied; the parameters have the same form as those of {@link #rows}. */
    void replied(String name, List<String> columns, Object rows);

    /** A request failed, for the given reason. */
    void failed(String name, String kind, String code, String message, boolean retryable);

    /**
     * The trailer of a result: it identifies the request and describes how the request was answered.
     *
     * @param gatewayRun the id of the gateway run that answered the request
     * @param number the number of the result, counted from 1 over all results of the output queue
     * @param request the index of the request in the input queue
     * @param writer the id of the request's writer; 0 if {@link ChronicleRequests} wrote the request, or if it could not be read
     * @param requestNumber the number of the request among the requests of its writer
     * @param asked the number of calls that were made for the request if there were several; 0 if there was one call or none
     * @param callBegun the time at which the call that answered the request began, as wall-clock nanoseconds since 1970; 0 if
     *     there was no call
     * @param callNanos the duration of that call in nanoseconds
     * @param types one letter for the type of each column
     * @param checksum the checksum of all bytes of the result before the checksum itself
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
