package dev.sluice.transport;

import dev.sluice.api.QueueException;
import java.util.Set;

/**
 * The membership of a process in a group of processes that share lanes. Each lane is assigned to one member, and to another
 * member if the first is gone. The assignment says which process should serve a lane; the lane's {@link Lease} decides which
 * process may. Used by one thread.
 */
public interface Membership extends AutoCloseable {

    /** Is notified, on the thread that polls, which lanes are assigned to this process. */
    interface Listener {

        /**
         * The given lanes are assigned to this process, in addition to the lanes that it already has. The set is empty if other
         * processes have all lanes. Returns at once.
         */
        void given(Set<Integer> lanes);

        /**
         * The given lanes go to other processes. Returns when the requests of these lanes that are in progress are finished, but
         * after two seconds at the latest.
         */
        void taken(Set<Integer> lanes);
    }

    /**
     * Waits up to a tenth of a second for changes, and reports them to the listener. Must be called without pauses, because a
     * process that does not poll counts as dead.
     *
     * @throws QueueException if another process uses this member's name, or the brokers refuse this member
     */
    void poll(Listener listener);

    /** Stops polling. The lanes stay assigned to this member for some seconds, so that its next process gets them again. */
    @Override
    void close();
}
