package dev.sluice.service.core;

import java.util.OptionalLong;

/**
 * A system that answers calls, perhaps later and on threads of its own.
 *
 * <p>What goes wrong with one question is that question's outcome. A wrong implementation that gives a whole call back
 * because one of its questions is bad holds up everything after it for ever: {@link Reply.Unavailable} is only for what
 * is no question's fault.
 */
public interface Backend extends AutoCloseable {

    /** The reply to a call. */
    sealed interface Reply {

        /**
         * Every question is answered.
         *
         * @param trips how many round trips it took
         */
        record Done(int trips) implements Reply {}

        /**
         * Some questions of a read are answered; each of the others is to be asked by a call of its own.
         *
         * @param trips how many round trips it took
         */
        record Parted(int trips) implements Reply {}

        /**
         * The backend is away. Questions without an answer are asked again, after a pause, for as long as it takes.
         *
         * @param trips how many round trips it took
         * @param reason for the log
         * @param pauseNanos how long it wants to be left alone, if it says so
         * @param asked whether questions may have reached it; not if there was no connection to ask them on
         * @param misfit whether it is there, and what it answers does not fit the configuration
         */
        record Unavailable(int trips, String reason, OptionalLong pauseNanos, boolean asked, boolean misfit)
                implements Reply {

            public Unavailable(int trips, String reason, OptionalLong pauseNanos) {
                this(trips, reason, pauseNanos, true, false);
            }

            public Unavailable(int trips, String reason) {
                this(trips, reason, OptionalLong.empty());
            }

            /** Nothing of the call has reached it, for certain. */
            public static Unavailable unasked(String reason) {
                return new Unavailable(0, reason, OptionalLong.empty(), false, false);
            }

            /** It is there, and what it answers does not fit the configuration; without a trip nothing has reached it. */
            public static Unavailable misfit(int trips, String reason) {
                return new Unavailable(trips, reason, OptionalLong.empty(), trips > 0, true);
            }
        }

        /**
         * A deadlock or serialization conflict: questions without an answer are asked again; {@link Call#conflicts()}
         * says how often that happened, and from some number on the backend answers instead.
         *
         * @param trips how many round trips it took
         */
        record Conflicted(int trips) implements Reply {}

        /**
         * The backend does not answer these questions, and answers others: they are asked again after a pause, for as long
         * as they would wait for a backend that is away.
         *
         * @param trips how many round trips it took
         * @param reason for the failure of what waits no longer
         * @param sinceNanos since when it has not answered them, by {@link System#nanoTime()}
         */
        record Held(int trips, String reason, long sinceNanos) implements Reply {

            @Override
            public boolean asked() {
                return trips > 0;
            }
        }

        /**
         * The backend is there, and wants fewer calls: questions without an answer are asked again, and its calls come
         * at a lower rate for a while.
         *
         * @param trips how many round trips it took
         * @param reason for the log
         * @param pauseNanos how long it wants to be left alone, if it says so
         */
        record Throttled(int trips, String reason, OptionalLong pauseNanos) implements Reply {}

        int trips();

        /** Whether questions may have reached it. */
        default boolean asked() {
            return true;
        }
    }

    /** Takes what {@link #poll} finds. */
    interface Replies {
        void reply(Call call, Reply reply);
    }

    /** The backend's name in messages. */
    String name();

    /** How it is treated while it is slow, overloaded or away; asked once. */
    Resilience resilience();

    /** How many calls may be under way at it at a time, at least 1; those at other backends do not count. */
    int callsInFlight();

    /**
     * Whether an update that was never asked may be answered as failed without asking: in a long outage, or when its
     * deadline has passed. A wrong answer loses promises: where each update leaves its outcome in a checkpoint, failures
     * too, one that is missing there looks after a restart as if the input were another one.
     */
    default boolean mayFailUnasked() {
        return false;
    }

    /**
     * Whether a run of updates keeps the results of reads here that it conflicts with, and a restart has them from there: then
     * it need not wait until they are written.
     */
    default boolean keepsReads() {
        return false;
    }

    /**
     * Whether a run of updates must wait until more results are written and on disk: so much is kept for those that are not.
     */
    default boolean waitsForResults(Call run) {
        return false;
    }

    /**
     * Starts a call if there is room for it; never waits. Only questions that are not yet answered are asked.
     *
     * @return false if there is no room now
     */
    boolean start(Call call);

    /**
     * Hands over the calls that are over; never waits.
     *
     * @return how many
     * @throws StoppedException if the gateway must not go on
     */
    int poll(Replies replies);

    /**
     * Results up to a request are on disk, and survive a power cut: nothing need be kept for them any more.
     *
     * @param index the index of that request
     */
    default void durable(long index) {}

    /**
     * Since when it has been asked what it has not answered, if that is for more than half of the time that it may take.
     * Asked now and then while a call is under way.
     *
     * @param nowNanos {@link System#nanoTime()}
     */
    default OptionalLong silentSinceNanos(long nowNanos) {
        return OptionalLong.empty();
    }

    /** Whether so much is kept for results that may still be lost that they should be brought to disk. */
    default boolean wantsDurable() {
        return false;
    }

    /** Stops: calls under way end or are given up. */
    @Override
    void close();
}
