package dev.sluice.transport;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The right to serve a lane, which one gateway has at a time. It ends with {@link #close} or with the process. */
public interface Lease extends AutoCloseable {

    /** Whether it is still held. */
    boolean isHeld();

    /** @throws IllegalStateException if it was given back */
    default void checkHeld() {
        if (!isHeld()) {
            throw new IllegalStateException("the gateway's lease was given back");
        }
    }

    /**
     * Where another gateway can take the lane while this one believes that it has it: whether none has, which is asked anew each time,
     * and waited for. Any thread. Empty where none can.
     */
    default Optional<BooleanSupplier> last() {
        return Optional.empty();
    }

    /**
     * Once this was taken away: whether no other gateway has the lane, which is asked anew each time, and waited for. Brokers take it
     * away, too, when they give a transaction up. Any thread, before {@link #close}. Empty as long as it was not.
     */
    default Optional<BooleanSupplier> lost() {
        return Optional.empty();
    }

    /** Opens the gateway's numbers for its next run; this lease is held for as long as they are used. */
    Numbers notes();

    /**
     * Returns how far the checkpoint of that gateway in that database had got, as was noted: the first number that is set makes the note.
     * This lease is held for as long as they are used. Where to note is no store to memory, it waits for nobody, and the end of the process
     * may take away what was noted in the fifth of a second before it.
     *
     * @param gateway the gateway's name, with its lane's number after a {@code /}
     * @param database the database's name in the gateway's configuration
     * @throws dev.sluice.api.QueueException if the note cannot be read
     */
    Numbers checkpoint(String gateway, String database);

    @Override
    void close();

    /**
     * A few numbers that a gateway keeps with the results: to note one costs a store to memory, and the end of the process at any
     * instant takes none away. A power cut may leave older ones. One thread.
     */
    interface Numbers extends AutoCloseable {

        /** The number at each place of new ones. */
        long NONE = -1;

        /** The number of that place, from 0. */
        long get(int place);

        /** Notes another one there. */
        void set(int place, long number);

        @Override
        void close();
    }
}
