package dev.sluice.transport;

/**
 * The place in the results from which an unfinished run of a job can be continued after a kill. The run needs the results after
 * this place, and their requests. Retention keeps both until the place moves on, or the run ends or is given up. The place moves
 * only by {@link #moveTo}, unlike the place of a named reader, which moves when results are read.
 *
 * <p>The place is open in only one process at a time, see {@link Lane#run}. One thread reads the results; any thread may call the
 * other methods.
 */
public interface RunPlace extends AutoCloseable {

    /**
     * The last words of the failure of a request that was not executed, because its process had lost the run to another process.
     * The new owner of the run sends its own requests.
     */
    String FOLLOWED = "another process has opened its run since";

    /**
     * A place in the results, directly after one of them.
     *
     * @param index the index of that result; without meaning if the place is before the first result
     * @param sequence the number of that result; 0 if the place is before the first result
     */
    record Place(long index, long sequence) {

        /** The place before the very first result of the lane. */
        public static final Place START = new Place(0, 0);
    }

    /** Returns the place that the run had when it was opened. The results of earlier processes of the run are after it. */
    Place begin();

    /** Opens a reader of the requests from {@link #begin} on; the caller must close it. */
    RequestReader requestsFromBegin();

    /** Hands over the results after {@link #begin}, like {@link ResultReader#poll}. Called on the thread that reads. */
    int poll(ResultReader.Receiver receiver, int limit);

    /** Returns the place after the last result that was certainly read. Requests written from now on are answered after it. */
    Place read();

    /** Records that the run needs nothing before that place any more. A power cut may undo this; then more results are kept. */
    void moveTo(Place place);

    /**
     * Checks that this process still owns the run, if the transport lets a later process take the run over.
     *
     * @throws dev.sluice.api.QueueException if another process has opened the run in the meantime
     */
    default void checkHeld() {}

    /** Deletes the place, so that retention keeps nothing for the run and its name can be used again; closes this object. */
    void end();

    /** Releases the run's name and keeps its place. Called after the last {@link #poll}. */
    @Override
    void close();
}
