package dev.sluice.transport;

/**
 * The position in the results from which an unfinished run of a job can be continued after a kill. The run needs the results
 * after this position, called its place, and the requests that these results answer. Retention keeps both until the place moves
 * on, or the run ends or is given up. The place moves only by {@link #moveTo}, unlike the place of a named reader, which moves
 * when results are read.
 *
 * <p>The place is open in only one process at a time, see {@link Lane#run}. One thread reads the results; any thread may call the
 * other methods.
 */
public interface RunPlace extends AutoCloseable {

    /**
     * The end of a failure message. A request of a run fails with such a message if another process took over the run before the
     * request was executed. The other process sends its own requests for the run.
     */
    String FOLLOWED = "another process has opened its run since";

    /**
     * A position in the results, directly after one result.
     *
     * @param index the index of that result; meaningless if the place is before the first result
     * @param sequence the number of that result; 0 if the place is before the first result
     */
    record Place(long index, long sequence) {

        /** The place before the very first result of the lane. */
        public static final Place START = new Place(0, 0);
    }

    /**
     * Returns the place that the run had when it was opened. The results that the run still needs from its earlier processes are
     * after this place.
     */
    Place begin();

    /** Opens a reader of the requests from {@link #begin} on; the caller must close it. */
    RequestReader requestsFromBegin();

    /**
     * Passes the results after {@link #begin} to the receiver, like {@link ResultReader#poll}. Called on the thread that reads.
     */
    int poll(ResultReader.Receiver receiver, int limit);

    /**
     * Returns the place after the last result that was certainly read. The results of requests written from now on are after this
     * place.
     */
    Place read();

    /**
     * Records that the run no longer needs the results before that place. A power cut may undo this record; then more results are
     * kept.
     */
    void moveTo(Place place);

    /**
     * Checks that this process still owns the run, if the transport lets a later process take the run over.
     *
     * @throws dev.sluice.api.QueueException if another process has opened the run in the meantime
     */
    default void checkHeld() {}

    /**
     * Deletes the place and closes this object. Retention then keeps nothing for the run, and the run's name can be used again.
     */
    void end();

    /** Releases the run's name and keeps its place. Called after the last {@link #poll}. */
    @Override
    void close();
}
