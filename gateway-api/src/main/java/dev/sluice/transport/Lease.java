package dev.sluice.transport;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The right to serve a lane. Only one gateway at a time has this right. The right ends with {@link #close} or with the process.
 */
public interface Lease extends AutoCloseable {

    /** Whether this lease is still held. */
    boolean isHeld();

    /** @throws IllegalStateException if this lease was released */
    default void checkHeld() {
        if (!isHeld()) {
            throw new IllegalStateException("the gateway's lease was released");
        }
    }

    /**
     * Returns a check that is true as long as no other gateway has acquired the lease of this lane. Empty if no other gateway can
     * acquire the lease while this lease is held. Each call of the check queries the transport and waits for the answer. Any
     * thread may call the check.
     */
    default Optional<BooleanSupplier> last() {
        return Optional.empty();
    }

    /**
     * Returns, after this lease was revoked, a check that is true as long as no other gateway has acquired the lease. Empty if
     * this lease was not revoked. Brokers also revoke a lease when they abort a transaction. So a revoked lease does not imply
     * that there is another gateway. Each call of the check queries the transport and waits for the answer. Any thread may call
     * the check, before {@link #close}.
     */
    default Optional<BooleanSupplier> lost() {
        return Optional.empty();
    }

    /** Opens the numbers that the gateway stores for the process that serves the lane next. This lease must be held as long as the numbers are used. */
    Numbers notes();

    /**
     * Opens the numbers that record how far the checkpoint of that gateway in that database has advanced. The record is created
     * when the first number is set. This lease must be held as long as the numbers are used. If the transport does not keep the
     * numbers in memory-mapped files, {@code set} only sends the number and does not wait. A crash may then lose the numbers that
     * were set in the last fifth of a second.
     *
     * @param gateway the gateway's name, followed by {@code /} and the lane's number if there are several lanes
     * @param database the database's name in the gateway's configuration
     * @throws dev.sluice.api.QueueException if the record cannot be read
     */
    Numbers checkpoint(String gateway, String database);

    @Override
    void close();

    /**
     * A few numbers that a gateway stores beside the results. Each number has a place, counted from 0. Setting a number costs
     * only a store to memory, and a crash of the process at any moment loses no number. After a power cut older numbers may be
     * found. Used by one thread.
     */
    interface Numbers extends AutoCloseable {

        /** The value at a place where no number has been set. */
        long NONE = -1;

        /** Returns the number at that place. */
        long get(int place);

        /** Sets the number at that place. */
        void set(int place, long number);

        @Override
        void close();
    }
}
