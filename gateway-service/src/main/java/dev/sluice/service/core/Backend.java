package dev.sluice.service.core;

import java.util.OptionalLong;

/**
 * A system that answers calls, possibly later and on its own threads.
 *
 * <p>If one question fails, its failure is the outcome of that question. An implementation must not give a whole call back
 * because one question is bad: the call would be repeated for ever and hold up all later requests. {@link Reply.Unavailable} is
 * only for errors that no question causes.
 */
public interface Backend extends AutoCloseable {

    /** The reply to a call. */
    sealed interface Reply {

        /**
         * Every question is answered.
         *
         * @param trips the number of round trips
         */
        record Done(int trips) implements Reply {}

        /**
         * Some questions of a read are answered. Each unanswered question must be sent again in a separate call.
         *
         * @param trips the number of round trips
         */
        record Parted(int trips) implements Reply {}

        /**
         * The backend is unavailable. Questions without an answer are sent again after a pause, until they are answered.
         *
         * @param trips the number of round trips
         * @param reason the reason, for the log
         * @param pauseNanos the pause that the backend asks for, if it names one
         * @param asked whether questions may have reached the backend; false if there was no connection to send them on
         * @param misfit whether the backend can be reached, but its answers do not fit the configuration
         */
        record Unavailable(int trips, String reason, OptionalLong pauseNanos, boolean asked, boolean misfit)
                implements Reply {

            public Unavailable(int trips, String reason, OptionalLong pauseNanos) {
                this(trips, reason, pauseNanos, true, false);
            }

            public Unavailable(int trips, String reason) {
                this(trips, reason, OptionalLong.empty());
            }

            /** Returns the reply for a call that has certainly not reached the backend. */
            public static Unavailable unasked(String reason) {
                return new Unavailable(0, reason, OptionalLong.empty(), false, false);
            }

            /**
             * Returns the reply of a backend that can be reached, but whose answers do not fit the configuration. If there was no
             * round trip, the call has not reached the backend.
             */
            public static Unavailable misfit(int trips, String reason) {
                return new Unavailable(trips, reason, OptionalLong.empty(), trips > 0, true);
            }
        }

        /**
         * The call met a deadlock or serialization conflict. Questions without an answer are sent again.
         * {@link Call#conflicts()} counts these replies; when the count reaches a limit, the backend answers the questions with
         * a failure instead.
         *
         * @param trips the number of round trips
         */
        record Conflicted(int trips) implements Reply {}

        /**
         * The backend does not answer the questions of this call, although it answers other questions. The unanswered questions
         * are sent again after a pause; their requests wait as long as requests for an unavailable backend would.
         *
         * @param trips the number of round trips
         * @param reason the reason, for the failure of requests that have waited too long
         * @param sinceNanos when the backend stopped answering these questions, by {@link System#nanoTime()}
         */
        record Held(int trips, String reason, long sinceNanos) implements Reply {

            @Override
            public boolean asked() {
                return trips > 0;
            }
        }

        /**
         * The backend can be reached, but asks for fewer calls. Questions without an answer are sent again, and the backend is
         * called at a lower rate for a while.
         *
         * @param trips the number of round trips
         * @param reason the reason, for the log
         * @param pauseNanos the pause that the backend asks for, if it names one
         */
        record Throttled(int trips, String reason, OptionalLong pauseNanos) implements Reply {}

        int trips();

        /** Whether questions may have reached the backend. */
        default boolean asked() {
            return true;
        }
    }

    /** Receives the replies that {@link #poll} finds. */
    interface Replies {
        void reply(Call call, Reply reply);
    }

    /** Returns the backend's name for messages. */
    String name();

    /** Returns how the backend is treated while it is slow, overloaded or unavailable; read only once. */
    Resilience resilience();

    /** Returns the maximum number of calls in flight at this backend, at least 1. */
    int callsInFlight();

    /**
     * Whether an update that was never sent may fail without being sent: in a long outage, or when its deadline has passed. Must
     * be false if the backend stores the outcome of each update, also a failure, in a checkpoint. If an outcome were missing in
     * the checkpoint, the gateway would conclude after a restart that the input queue had been replaced.
     */
    default boolean mayFailUnasked() {
        return false;
    }

    /**
     * Whether this backend stores, in the transaction of a run of updates, the results of reads that conflict with the run, so
     * that the results are available after a restart. If so, the run need not wait until these results are written.
     */
    default boolean keepsReads() {
        return false;
    }

    /**
     * Whether a run of updates must wait until more results are on disk, because the backend already stores too much for results
     * that are not on disk yet.
     */
    default boolean waitsForResults(Call run) {
        return false;
    }

    /**
     * Starts a call if there is room for it; never waits. Only questions without an answer are sent.
     *
     * @return false if there is no room now
     */
    boolean start(Call call);

    /**
     * Hands over the replies of the calls that are over; never waits.
     *
     * @return the number of replies
     * @throws StoppedException if the gateway must not continue
     */
    int poll(Replies replies);

    /**
     * Called when the results up to a request are on disk and survive a power cut, so that the backend need not store anything
     * for them any more.
     *
     * @param index the index of that request
     */
    default void durable(long index) {}

    /**
     * Returns the start time of a call that has had no answer for more than half of its time limit; empty if there is no such
     * call. Polled now and then while a call is in flight.
     *
     * @param nowNanos {@link System#nanoTime()}
     */
    default OptionalLong silentSinceNanos(long nowNanos) {
        return OptionalLong.empty();
    }

    /** Whether results should be synced to disk, because too much is stored for results that a power cut could still lose. */
    default boolean wantsDurable() {
        return false;
    }

    /** Stops the backend. Calls in flight end or are abandoned. */
    @Override
    void close();
}
