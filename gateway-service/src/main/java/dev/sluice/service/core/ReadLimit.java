package dev.sluice.service.core;

/**
 * The last request that the gateway may read. Other threads set the limit. The service thread gets the limit once in each turn
 * of its loop, without waiting. A limit is done (reached) when all requests up to the limit were read and no request is in
 * progress; {@link #ALL} is done without this condition. Each turn that began after the limit was set checks this at its end.
 */
public final class ReadLimit {

    /** The limit that lets no further request be read. */
    public static final long NONE = Notes.NONE;
    /** The limit that lets every request be read. */
    public static final long ALL = Long.MAX_VALUE;

    /** A limit that was set. Compared by identity: if the same limit is set again, it is not done before the next turn ends. */
    private static final class Setting {
        private final long through;

        private Setting(long through) {
            this.through = through;
        }
    }

    private volatile Setting wanted = new Setting(ALL);
    private volatile Setting done = wanted;
    private Setting current = wanted;

    /**
     * Sets the limit. At most one chunk of requests after the limit may still be read. Any thread may call this, but only one at
     * a time.
     *
     * @param through the index of the last request to read, {@link #NONE} or {@link #ALL}
     */
    public void set(long through) {
        wanted = new Setting(through);
    }

    /** Whether the limit that was set last is done. */
    public boolean isDone() {
        return done == wanted;
    }

    /** Called when a turn begins. This method and the methods below are called by the service thread only. */
    public void begin() {
        current = wanted;
    }

    /**
     * Whether requests may be read in this turn.
     *
     * @param last the index of the request read last, {@link Notes#NONE} if there is none
     */
    public boolean reads(long last) {
        return last < current.through;
    }

    /**
     * Called when the turn ends.
     *
     * @param last the index of the request read last, {@link Notes#NONE} if there is none
     * @param nothingInHand whether readers see a result of every request that was read
     */
    public void end(long last, boolean nothingInHand) {
        if (done != current && (current.through == ALL || nothingInHand && !reads(last))) {
            done = current;
        }
    }
}
