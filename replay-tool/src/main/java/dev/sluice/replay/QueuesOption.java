package dev.sluice.replay;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.document.LaneDirectories;
import dev.sluice.internal.queue.transport.QueuePairs;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import dev.sluice.transport.Transports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that name the queues which a command reads. */
final class QueuesOption {

    /** The options for a command that writes: a job's disk reserve, and the highest limit for the size of a request. */
    static final QueueOptions TO_WRITE =
            QueueOptions.DEFAULTS.withRequestLimit(QueueOptions.largestMessage(QueueOptions.DEFAULTS.blockSize()));

    private static final QueueOptions TO_READ = TO_WRITE.withDiskReserve(0);

    @Option(
            names = {"-q", "--queues"},
            paramLabel = "ADDRESS",
            defaultValue = "data/queues",
            description =
                    "The directory that holds in/ and out/ (default: ${DEFAULT-VALUE}), or an address of another transport,"
                            + " kafka:NAME?bootstrap=HOST:PORT. If there are several lanes, status, verify and jobs"
                            + " read all of them; any other command needs one: give --lane, its directory, such as"
                            + " data/queues/lane-0, or its address, such as kafka:NAME/0?bootstrap=HOST:PORT.")
    private String address;

    @Option(names = "--lane", paramLabel = "N", description = "Only that lane, counted from 0.")
    private Optional<Integer> lane = Optional.empty();

    private Optional<String> named = Optional.empty();

    /** Returns the address of the queues. */
    String address() {
        if (named.isEmpty()) {
            named = Optional.of(lane.map(this::ofLane).orElse(address));
        }
        return named.get();
    }

    private String ofLane(int number) {
        final List<String> lanes = Transports.of(address).existingLanes(address);
        if (number < 0 || number >= lanes.size()) {
            throw new QueueException("there is no lane " + number + " at " + address + ": it has " + lanes.size()
                    + " lanes, counted from 0");
        }
        return lanes.get(number);
    }

    /** Returns the address as shown to people: for a directory, its absolute path. */
    String place() {
        return place(address());
    }

    /** Returns an address as shown to people: for a directory, its absolute path. */
    static String place(String address) {
        return isOnDisk(address) ? Path.of(address).toAbsolutePath().normalize().toString() : address;
    }

    /** Returns the addresses of the lanes; if the address names a single lane, the address itself. */
    List<String> lanes() {
        return isOneOfLanes() ? List.of(address()) : Transports.of(address()).existingLanes(address());
    }

    private boolean isOneOfLanes() {
        return Transports.of(address()).oneOfLanes(address()).isPresent();
    }

    /** Returns the address of all lanes together, even if the option names one of them. */
    String all() {
        return Transports.of(address()).allLanes(address());
    }

    /** Whether the address is a path of the file system, even if nothing exists there. */
    static boolean isOnDisk(String address) {
        return new QueuePairs().takes(address);
    }

    /** Whether the address is a file, such as a file of JSON lines, or a pipe; queues are a directory. */
    static boolean isFile(String address) {
        return isOnDisk(address) && Files.exists(Path.of(address)) && !Files.isDirectory(Path.of(address));
    }

    /**
     * Returns the directory of queues that are on a disk.
     *
     * @param otherwise the rest of the message for other queues: what to do instead
     * @throws QueueException if the queues are not on a disk
     */
    Path directory(String otherwise) {
        if (!isOnDisk(address())) {
            throw new QueueException(address() + " is no directory: " + otherwise);
        }
        return Path.of(address());
    }

    /**
     * Opens the queues; unlike a job or a gateway, creates none.
     *
     * @throws QueueException if there are none
     */
    Lane open() {
        return open(address());
    }

    /** Opens the queues for a command that writes. */
    Lane open(QueueOptions options) {
        return open(address(), options);
    }

    /** Opens the queues at another address for reading. */
    static Lane open(String address) {
        return open(address, TO_READ);
    }

    private static Lane open(String address, QueueOptions options) {
        if (isFile(address)) {
            throw new QueueException(place(address)
                    + " is a file, and this command needs the queues themselves: give their directory"
                    + " with --queues; only 'sluice replay diff' reads files, as 'sluice cat both --format"
                    + " json' writes them");
        }
        if (isOnDisk(address)) {
            checkThere(Path.of(address));
        }
        return Transports.of(address).openExisting(address, options);
    }

    /**
     * Makes sure that the directory holds queues.
     *
     * @throws QueueException if it holds none, or this user may not read it
     */
    static void checkThere(Path path) {
        LaneDirectories.checkNone(path);
        if (Files.notExists(path.resolve("in"))) { // also false if the user may not read the directory
            throw new QueueException("there are no queues in " + path.toAbsolutePath()
                    + ": give the path of the configuration's 'queues' section with --queues");
        }
        QueuePair.checkThere(path);
    }

    /**
     * Claims a lane (takes it over) for a command that writes instead of a gateway. On a disk, the lock of a running gateway
     * prevents a claim. On Kafka a claim would stop the gateway that has the lane, so this method first checks whether there is
     * such a gateway.
     *
     * @throws QueueLockedException if a gateway has the lane
     */
    static Lease claim(Lane lane) {
        final Optional<Holder> gateway = lane.gateway().filter(Holder::live);
        if (gateway.isPresent() && !isOnDisk(lane.address())) {
            throw new QueueLockedException("a gateway serves " + lane.address() + ", process "
                    + gateway.get().pid() + " since " + gateway.get().since()
                    + ": stop it first. If it was killed on another host, start a gateway and stop it: that"
                    + " releases the lane");
        }
        return lane.lease();
    }
}
