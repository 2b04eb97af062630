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

/** Which queues a command looks at. */
final class QueuesOption {

    /** The options of a command that writes: the reserve of a job, and requests as large as any job may have written. */
    static final QueueOptions TO_WRITE =
            QueueOptions.DEFAULTS.withRequestLimit(QueueOptions.largestMessage(QueueOptions.DEFAULTS.blockSize()));

    private static final QueueOptions TO_READ = TO_WRITE.withDiskReserve(0);

    @Option(
            names = {"-q", "--queues"},
            paramLabel = "ADDRESS",
            defaultValue = "data/queues",
            description =
                    "The directory that holds in/ and out/ (default: ${DEFAULT-VALUE}), or an address of another transport,"
                            + " kafka:NAME?bootstrap=HOST:PORT. Where there are lanes, status, verify and jobs look at all of"
                            + " them; any other command wants one: --lane, its directory, such as data/queues/lane-0, or its"
                            + " address, such as kafka:NAME/0?bootstrap=HOST:PORT.")
    private String address;

    @Option(names = "--lane", paramLabel = "N", description = "Only that lane, counted from 0.")
    private Optional<Integer> lane = Optional.empty();

    private Optional<String> named = Optional.empty();

    /** The address of the queues. */
    String address() {
        if (named.isEmpty()) {
            named = Optional.of(lane.map(this::ofLane).orElse(address));
        }
        return named.get();
    }

    private String ofLane(int number) {
        final List<String> lanes = Transports.of(address).existingLanes(address);
        if (number < 0 || number >= lanes.size()) {
            throw new QueueException(
                    "there is no lane " + number + " at " + address + ": it has " + lanes.size() + ", counted from 0");
        }
        return lanes.get(number);
    }

    /** The address for people: a directory from the root on. */
    String place() {
        return place(address());
    }

    /** Returns an address for people: a directory from the root on. */
    static String place(String address) {
        return isOnDisk(address) ? Path.of(address).toAbsolutePath().normalize().toString() : address;
    }

    /** The addresses of the lanes; one alone is the address itself. */
    List<String> lanes() {
        return isOneOfLanes() ? List.of(address()) : Transports.of(address()).existingLanes(address());
    }

    private boolean isOneOfLanes() {
        return Transports.of(address()).oneOfLanes(address()).isPresent();
    }

    /** The address of all lanes, also where one of them is named. */
    String all() {
        return Transports.of(address()).allLanes(address());
    }

    /** Whether that is a directory or a file, there or not. */
    static boolean isOnDisk(String address) {
        return new QueuePairs().takes(address);
    }

    /** Whether that is a file, such as one of JSON lines, or a pipe; queues are a directory. */
    static boolean isFile(String address) {
        return isOnDisk(address) && Files.exists(Path.of(address)) && !Files.isDirectory(Path.of(address));
    }

    /**
     * The directory of queues on a disk.
     *
     * @param otherwise what to do about others, after the address
     * @throws QueueException if they are others
     */
    Path directory(String otherwise) {
        if (!isOnDisk(address())) {
            throw new QueueException(address() + " is no directory: " + otherwise);
        }
        return Path.of(address());
    }

    /**
     * Opens them; unlike a job or a gateway it makes none.
     *
     * @throws QueueException if there are none
     */
    Lane open() {
        return open(address());
    }

    /** Opens them for a command that writes. */
    Lane open(QueueOptions options) {
        return open(address(), options);
    }

    /** Opens the queues at another address, to be read. */
    static Lane open(String address) {
        return open(address, TO_READ);
    }

    private static Lane open(String address, QueueOptions options) {
        if (isFile(address)) {
            throw new QueueException(
                    place(address)
                            + " is a file, and this command needs the queues themselves: give their directory"
                            + " with --queues; only 'sluice replay diff' reads files, those of 'sluice cat both --format json'");
        }
        if (isOnDisk(address)) {
            checkThere(Path.of(address));
        }
        return Transports.of(address).openExisting(address, options);
    }

    /**
     * Makes sure that they are there.
     *
     * @throws QueueException if there are none, or this user may not look there
     */
    static void checkThere(Path path) {
        LaneDirectories.checkNone(path);
        if (Files.notExists(path.resolve("in"))) { // not when it cannot be told
            throw new QueueException("there are no queues in " + path.toAbsolutePath()
                    + ": give the path of the configuration's 'queues' section with --queues");
        }
        QueuePair.checkThere(path);
    }

    /**
     * Claims a lane for a command that writes what a gateway writes. Queues on a disk lock themselves; brokers would end the
     * gateway that has the lane.
     *
     * @throws QueueLockedException if a gateway has it
     */
    static Lease claim(Lane lane) {
        final Optional<Holder> gateway = lane.gateway().filter(Holder::live);
        if (gateway.isPresent() && !isOnDisk(lane.address())) {
            throw new QueueLockedException(
                    "a gateway serves " + lane.address() + ", process "
                            + gateway.get().pid() + " since " + gateway.get().since()
                            + ": stop it first. If it was killed on another host, start one and stop it: that gives the lane back");
        }
        return lane.lease();
    }
}
