package dev.sluice.transport;

import dev.sluice.api.QueueException;
import java.util.Set;

/**
 * The membership of a process in a group of processes that share lanes. Each lane is assigned to one member. If this member
 * leaves the group or dies, the lane is assigned to another member. The assignment says which process should serve a lane; the
 * lane's {@link Lease} decides which process may serve it. Used by one thread.
 */
public interface Membership extends AutoCloseable {

    /** Is notified on the polling thread when lanes are assigned to this process or to other processes. */
    interface Listener {

        /**
         * Called when the given lanes are assigned to this process, in addition to the lanes that it already has. The set is
         * empty if other processes have all lanes. This method must not wait.
         */
        void given(Set<Integer> lanes);

        /**
         * Called when the given lanes go to other processes. This method waits for the requests of these lanes that are in
         * progress, but at most two seconds.
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

    /**
     * Stops polling. The lanes stay assigned to this member's name for some seconds, so that a restarted process with this name
     * gets them again.
     */
    @Override
    void close();
}
