package dev.sluice.transport;

/**
 * Where an unfinished run of a job is in the results. It needs what comes after, results and their requests, to be
 * continued after a kill; so retention keeps that until the run has moved on, has ended, or is given up. Unlike a named
 * reader's place this one moves when it is told to, not as results are read.
 *
 * <p>Open in one process at a time, see {@link Lane#run}. Results are read by one thread; the other methods are for any.
 */
public interface RunPlace extends AutoCloseable {

    /** The end of the message by which a request of a former process fails: whoever has the run now asks for itself. */
    String FOLLOWED = "another process has opened its run since";

    /**
     * A place in the results: after one of them.
     *
     * @param index the index of that result; of no meaning before the first one
     * @param sequence its running number, 0 before the first one
     */
    record Place(long index, long sequence) {

        /** The place before the first result there ever was. */
        public static final Place START = new Place(0, 0);
    }

    /** Returns the run's place at its opening: the run's requests of earlier processes are after it. */
    Place begin();

    /** A reader of the requests from that place on, to be closed by the caller. */
    RequestReader requestsFromBegin();

    /** Hands over the results after {@link #begin}, as {@link ResultReader#poll}. The thread that reads. */
    int poll(ResultReader.Receiver receiver, int limit);

    /** Returns the place after the last result that was surely read: requests from now on are answered after it. */
    Place read();

    /** Notes that nothing before that place is needed any more. A power cut may forget this, and then more is kept. */
    void moveTo(Place place);

    /**
     * Makes sure that this process still has the run, where a later one takes it over.
     *
     * @throws dev.sluice.api.QueueException if another process has opened it since
     */
    default void checkHeld() {}

    /** Deletes the place, so that nothing is kept for it and the name is free; then closes this. */
    void end();

    /** Gives the name back; the place stays. After the last {@link #poll}. */
    @Override
    void close();
}
