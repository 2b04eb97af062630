package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import java.util.List;
import java.util.Optional;

/** Opens lanes at the addresses of its kind. Found by {@link Transports}; any thread. */
public interface Transport {

    /** Whether that is an address of its kind. */
    boolean takes(String address);

    /**
     * Returns the addresses of the lanes at that address, in their order, and makes as many as the options say where there
     * are none. A lane that lies at that address by itself is the one.
     *
     * @throws QueueException if it cannot be told, or made
     */
    List<String> lanes(String address, QueueOptions options);

    /**
     * Returns the addresses of the lanes at that address, in their order, and makes none. Where there are none it is that
     * address alone, and to open it says so.
     *
     * @throws QueueException if it cannot be told
     */
    List<String> existingLanes(String address);

    /**
     * Says which lane of how many lies at that address; empty if it is alone, or there is none.
     *
     * @throws QueueException if it cannot be told
     */
    Optional<OneOfLanes> oneOfLanes(String address);

    /**
     * A lane beside others.
     *
     * @param all the address of all of them
     * @param number its own, from 0
     */
    record OneOfLanes(String all, int number) {}

    /**
     * Opens the lane at that address, creating what is missing.
     *
     * @throws QueueException if it cannot be opened; the message says what to do
     */
    Lane open(String address, QueueOptions options);

    /**
     * Opens the lane at that address, and makes none.
     *
     * @throws QueueException if there is none, or it cannot be opened
     */
    Lane openExisting(String address, QueueOptions options);

    /** Deletes what nobody needs any more of a lane that this opened; empty where that happens by itself. */
    Optional<Retention> retention(Lane lane, Lease lease);
}
