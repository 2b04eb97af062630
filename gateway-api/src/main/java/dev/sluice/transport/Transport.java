package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Opens lanes at the addresses of its kind. Found by {@link Transports}; any thread. */
public interface Transport {

    /** Whether that is an address of its kind. */
    boolean takes(String address);

    /** Returns what messages call the lanes at that address. */
    default Path path(String address) {
        return Path.of(address);
    }

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
     * Returns the address of all lanes of which that one is; where it is alone, its own.
     *
     * @throws QueueException if it cannot be told
     */
    default String allLanes(String address) {
        return oneOfLanes(address).map(OneOfLanes::all).orElse(address);
    }

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

    /** Whether a lane may leave a process that goes on: for another one, or until it is opened anew. */
    default boolean lanesMove() {
        return false;
    }

    /**
     * Deletes what nobody needs any more of a lane that this opened; empty where that happens by itself.
     *
     * @param lease without it nothing can be deleted, and a gateway may run
     */
    Optional<Retention> retention(Lane lane, Optional<Lease> lease);

    /**
     * Joins the processes that share the lanes at that address.
     *
     * @param member the name of this process among them: its next process has it, too, and no other
     * @throws QueueException if one process serves all lanes of this kind
     */
    default Membership join(String address, String member) {
        throw new QueueException("queues.member is '" + member + "', and the lanes in " + address
                + " are served by one process: leave it out. Processes share lanes on Kafka");
    }

    /**
     * Compares the place of the lanes at that address with what the promises need, and changes nothing. Nothing is found where there
     * are no lanes yet, or where the place is the transport's own.
     *
     * @param requestLimit the largest request in bytes, as encoded
     * @param resultLimit the largest result
     * @param shared whether processes share the lanes
     * @throws QueueException if it cannot be told
     */
    default List<Finding> review(String address, long requestLimit, long resultLimit, boolean shared) {
        return List.of();
    }

    /**
     * Makes the lanes at that address, as many as the options say, and leaves those that are there as they are. Where whoever opens a
     * lane has to make it, it says so.
     *
     * @param copies how many brokers or disks have each message
     * @param dryRun whether it only says what it would make
     * @return what it made, what was there, and what of that differs
     * @throws QueueException if it cannot be made, or there is another number of lanes
     */
    default List<Finding> make(String address, QueueOptions options, int copies, boolean dryRun) {
        return List.of(new Finding(
                Finding.Kind.NOTE,
                "the lanes in " + address
                        + " are made by the first start of their gateway, as its configuration says"));
    }
}
