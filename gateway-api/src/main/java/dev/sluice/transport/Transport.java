package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import java.util.Optional;

/** Opens lanes at the addresses of its kind. Found by {@link Transports}; any thread. */
public interface Transport {

    /** Whether that is an address of its kind. */
    boolean takes(String address);

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
