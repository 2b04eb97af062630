package dev.sluice.testing.memory;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import dev.sluice.transport.Retention;
import dev.sluice.transport.Transport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * A transport with lanes in memory, at addresses {@code memory:NAME}, or {@code memory:NAME/0} and so on for several lanes. Like
 * files on a disk, a lane keeps its content when its handles are closed. It exists until {@link #drop} or the end of the process.
 */
public final class MemoryTransport implements Transport {

    private static final String SCHEME = "memory:";
    private static final Map<String, MemoryLog> LOGS = new ConcurrentHashMap<>();
    private static final Map<String, Integer> LANES = new ConcurrentHashMap<>();

    /** Deletes the lanes at an address. */
    public static void drop(String address) {
        LANES.remove(address);
        LOGS.remove(address);
        LOGS.keySet().removeIf(lane -> lane.startsWith(address + "/"));
    }

    /**
     * Writes an unchecked message to the input, like a faulty writer.
     *
     * @throws QueueException if there is no lane at the address
     */
    public static void write(String address, byte[] message) {
        existing(address).write(message);
    }

    private static MemoryLog existing(String address) {
        final MemoryLog log = LOGS.get(address);
        final int lanes = LANES.getOrDefault(address, 1);
        if (lanes > 1) {
            throw new QueueException(address + " has " + lanes + " lanes: name one of them, such as " + address + "/0");
        } else if (log == null) {
            throw new QueueException("there is no lane " + address + " in this process");
        }
        return log;
    }

    @Override
    public boolean takes(String address) {
        return address.startsWith(SCHEME);
    }

    @Override
    public List<String> lanes(String address, QueueOptions options) {
        final int lanes = LANES.computeIfAbsent(address, each -> LOGS.containsKey(each) ? 1 : options.lanes());
        return addresses(address, lanes);
    }

    @Override
    public List<String> existingLanes(String address) {
        return addresses(address, LANES.getOrDefault(address, 1));
    }

    @Override
    public Optional<OneOfLanes> oneOfLanes(String address) {
        final String all = address.substring(0, Math.max(0, address.lastIndexOf('/')));
        final int number = existingLanes(all).indexOf(address);
        return number < 0 ? Optional.empty() : Optional.of(new OneOfLanes(all, number));
    }

    private static List<String> addresses(String address, int lanes) {
        return lanes == 1
                ? List.of(address)
                : IntStream.range(0, lanes)
                        .mapToObj(lane -> address + "/" + lane)
                        .toList();
    }

    @Override
    public Lane open(String address, QueueOptions options) {
        return new MemoryLane(address, options, LOGS.computeIfAbsent(address, each -> new MemoryLog()));
    }

    @Override
    public Lane openExisting(String address, QueueOptions options) {
        return new MemoryLane(address, options, existing(address));
    }

    /** Returns empty: a lane in memory is small, so nothing is deleted. */
    @Override
    public Optional<Retention> retention(Lane lane, Optional<Lease> lease) {
        return Optional.empty();
    }
}
