package dev.sluice.internal.queue.transport;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.document.LaneDirectories;
import dev.sluice.internal.queue.retention.RollFileRetention;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import dev.sluice.transport.Retention;
import dev.sluice.transport.Transport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** The transport of Chronicle queues on this host's disk. The address of a lane is its directory. */
public final class QueuePairs implements Transport {

    /**
     * An address of another transport begins with a scheme. A scheme has at least two characters, because one letter is a Windows
     * drive.
     */
    private static final Pattern OTHER_KIND = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");

    @Override
    public boolean takes(String address) {
        return !OTHER_KIND.matcher(address).matches();
    }

    /** Returns the absolute, normalized path. */
    @Override
    public Path path(String address) {
        return Path.of(address).toAbsolutePath().normalize();
    }

    @Override
    public List<String> lanes(String address, QueueOptions options) {
        checkWhole(address);
        return addresses(LaneDirectories.openOrCreate(Path.of(address), options));
    }

    @Override
    public List<String> existingLanes(String address) {
        checkWhole(address);
        return addresses(LaneDirectories.existing(Path.of(address)));
    }

    @Override
    public Optional<OneOfLanes> oneOfLanes(String address) {
        final Path directory = Path.of(address);
        final OptionalInt number = LaneDirectories.number(directory);
        return number.isPresent()
                ? Optional.of(new OneOfLanes(LaneDirectories.whole(directory).toString(), number.getAsInt()))
                : Optional.empty();
    }

    /**
     * Refuses the address of one of several lanes. Gateways and jobs need all lanes, because the number of lanes decides to which
     * lane a name maps.
     */
    private static void checkWhole(String address) {
        final Path directory = Path.of(address);
        if (LaneDirectories.number(directory).isPresent()) {
            throw new QueueException(directory + " is one of the lanes in " + LaneDirectories.whole(directory)
                    + ": give gateways and jobs the directory of all lanes");
        }
    }

    private static List<String> addresses(List<Path> directories) {
        return directories.stream().map(Path::toString).toList();
    }

    @Override
    public Lane open(String address, QueueOptions options) {
        return QueuePair.open(Path.of(address), options);
    }

    @Override
    public Lane openExisting(String address, QueueOptions options) {
        return QueuePair.openExisting(Path.of(address), options);
    }

    @Override
    public Optional<Retention> retention(Lane lane, Optional<Lease> lease) {
        return Optional.of(new RollFileRetention((QueuePair) lane, lease.map(GatewayLock.class::cast)));
    }
}
