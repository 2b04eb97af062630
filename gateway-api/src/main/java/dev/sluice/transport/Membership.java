package dev.sluice.transport;

import dev.sluice.api.QueueException;
import java.util.Set;

/**
 * A process's place among those that share lanes: each lane is given to one of them, and to another when that one is gone. It says who
 * should serve a lane; who may is decided by the lane's {@link Lease}. One thread.
 */
public interface Membership extends AutoCloseable {

    /** Hears which lanes are this process's, on the thread that polls. */
    interface Listener {

        /** These are given to this process, beside those that it has; none where others have all. Returns at once. */
        void given(Set<Integer> lanes);

        /** These go to other processes. Returns when what is in hand of them is finished, after two seconds at most. */
        void taken(Set<Integer> lanes);
    }

    /**
     * Tells the listener what has changed, and waits for changes for a tenth of a second. Called without pause: a process that does not
     * is taken for dead.
     *
     * @throws QueueException if another process has this member's name, or the brokers refuse it
     */
    void poll(Listener listener);

    /** Stops to poll. The lanes stay this member's for some seconds, so that its next process goes on with them. */
    @Override
    void close();
}
