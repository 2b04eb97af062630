package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Opens lanes at one kind of address. {@link Transports} finds the implementations. Any thread may use a transport. */
public interface Transport {

    /** Whether this transport accepts that address. */
    boolean takes(String address);

    /** Returns a path that stands for the lanes at that address in messages. */
    default Path path(String address) {
        return Path.of(address);
    }

    /**
     * Returns the addresses of the lanes at that address, in their order. If there are none, creates the number of lanes given by
     * the options. If the address names one of several lanes, returns only that address.
     *
     * @throws QueueException if the lanes cannot be determined or created
     */
    List<String> lanes(String address, QueueOptions options);

    /**
     * Returns the addresses of the lanes at that address, in their order, and creates none. If there are no lanes, returns only
     * the given address. Opening this address then fails with a message.
     *
     * @throws QueueException if the lanes cannot be determined
     */
    List<String> existingLanes(String address);

    /**
     * Returns, for the address of one of several lanes, the common address and the lane's number. Empty if the lane at that
     * address is the only lane, or if there is no lane.
     *
     * @throws QueueException if the lanes cannot be determined
     */
    Optional<OneOfLanes> oneOfLanes(String address);

    /**
     * One of several lanes.
     *
     * @param all the common address of the lanes
     * @param number the number of this lane, from 0
     */
    record OneOfLanes(String all, int number) {}

    /**
     * Returns the common address of the lanes to which the given lane belongs. If the given lane is the only lane, returns its
     * own address.
     *
     * @throws QueueException if the lanes cannot be determined
     */
    default String allLanes(String address) {
        return oneOfLanes(address).map(OneOfLanes::all).orElse(address);
    }

    /**
     * Opens the lane at that address, and creates missing parts of it.
     *
     * @throws QueueException if the lane cannot be opened; the message says what to do
     */
    Lane open(String address, QueueOptions options);

    /**
     * Opens the lane at that address, and creates nothing.
     *
     * @throws QueueException if there is no lane, or it cannot be opened
     */
    Lane openExisting(String address, QueueOptions options);

    /**
     * Whether a running process may lose a lane. Either another process then has the lane, or the process can open the lane
     * again.
     */
    default boolean lanesMove() {
        return false;
    }

    /**
     * Returns the retention of a lane that this transport opened; empty if the transport itself deletes old messages.
     *
     * @param lease the lane's lease; without the lease the retention can only give verdicts, and a gateway may serve the lane at
     *     the same time
     */
    Optional<Retention> retention(Lane lane, Optional<Lease> lease);

    /**
     * Joins the group of processes that share the lanes at that address.
     *
     * @param member the name of this process in the group; a restarted process keeps the name, and no other process may use it
     * @throws QueueException if this transport does not let processes share lanes
     */
    default Membership join(String address, String member) {
        throw new QueueException("queues.member is '" + member + "', and the lanes in " + address
                + " are served by one process: leave out queues.member. Processes can share lanes only on Kafka");
    }

    /**
     * Checks whether the settings of the lanes at that address, for example the settings of topics, are sufficient for the
     * promises of Sluice. Changes nothing. Returns no findings if there are no lanes yet, or if no settings exist outside the
     * transport.
     *
     * @param requestLimit the size in bytes, as encoded, of the largest request
     * @param resultLimit the size in bytes, as encoded, of the largest result
     * @param shared whether several processes share the lanes
     * @throws QueueException if the settings cannot be read
     */
    default List<Finding> review(String address, long requestLimit, long resultLimit, boolean shared) {
        return List.of();
    }

    /**
     * Creates the lanes at that address, as many as the options say, and leaves existing lanes unchanged. A transport that
     * creates a lane only when the lane is opened returns a finding that says so.
     *
     * @param copies the number of brokers or disks that store each message
     * @param dryRun whether the method only reports what it would create
     * @return a finding for each part that was created or already existed, with differences from the wanted settings
     * @throws QueueException if a lane cannot be created, or a different number of lanes exists
     */
    default List<Finding> make(String address, QueueOptions options, int copies, boolean dryRun) {
        return List.of(new Finding(
                Finding.Kind.NOTE,
                "the lanes in " + address
                        + " are created by the first start of their gateway, as its configuration says"));
    }
}
