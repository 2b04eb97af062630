package dev.sluice.service.core;

/**
 * The last request that the gateway may read: handed to the service thread, which looks at it once a turn and waits for nothing. A
 * limit is done once a turn that began after it was set has ended, no request up to it is left to read, and none is in hand.
 */
public final class ReadLimit {

    /** No further request is read. */
    public static final long NONE = Notes.NONE;
    /** Each request is read. */
    public static final long ALL = Long.MAX_VALUE;

    /** Told apart by identity: to set the same limit again is to wait for it again. */
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
     * Has requests read up to that one, and at most a chunk of those after it. Any thread, one at a time.
     *
     * @param through its index, {@link #NONE} or {@link #ALL}
     */
    public void set(long through) {
        wanted = new Setting(through);
    }

    /** Whether what was set last is done. */
    public boolean isDone() {
        return done == wanted;
    }

    /** A turn begins. The service thread alone calls this and what follows. */
    public void begin() {
        current = wanted;
    }

    /**
     * Whether requests may be read in this turn.
     *
     * @param last the index of the one read last, {@link Notes#NONE} for none
     */
    public boolean reads(long last) {
        return last < current.through;
    }

    /**
     * The turn ends.
     *
     * @param nothingInHand whether readers see a result of every request that was read
     */
    public void end(long last, boolean nothingInHand) {
        if (done != current && (current.through == ALL || nothingInHand && !reads(last))) {
            done = current;
        }
    }
}
