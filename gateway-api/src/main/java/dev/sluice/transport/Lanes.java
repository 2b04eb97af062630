package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The lanes at one address; usually there is one. A key, such as the name of a client or a run, maps to the same lane in every
 * process. Immutable.
 *
 * @param address the common address, as the user wrote it
 * @param addresses the address of each lane, in the order of the lanes
 */
public record Lanes(Transport transport, String address, List<String> addresses, QueueOptions options) {

    public Lanes {
        addresses = List.copyOf(addresses);
    }

    /**
     * Returns the lanes at that address, and creates them if there are none.
     *
     * @throws QueueException if no transport accepts the address, or the existing lanes cannot be determined
     */
    public static Lanes at(String address, QueueOptions options) {
        final Transport transport = Transports.of(address);
        return new Lanes(transport, address, transport.lanes(address, options), options);
    }

    /** Does the same as {@link #at}, but creates no lanes. */
    public static Lanes existing(String address, QueueOptions options) {
        final Transport transport = Transports.of(address);
        return new Lanes(transport, address, transport.existingLanes(address), options);
    }

    /** Returns, for messages, the directory of all lanes, or their address if the transport has no directories. */
    public Path path() {
        return transport.path(address);
    }

    /** Returns the number of lanes. */
    public int count() {
        return addresses.size();
    }

    /** Returns the number of the lane to which the key maps: {@code CRC-32(UTF-8) mod count}. */
    public int of(String key) {
        return of(key, count());
    }

    /** Returns the number of the lane to which the key maps if there are {@code count} lanes. */
    public static int of(String key, int count) {
        final CRC32 hash = new CRC32();
        hash.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (hash.getValue() % count);
    }

    /**
     * Returns a suffix such as {@code " on lane 2"} for a message with a position, because a position is unique only within its
     * lane. Empty if there is only one lane.
     */
    public String where(Lane lane) {
        return count() == 1 ? "" : " on lane " + addresses.indexOf(lane.address());
    }

    /** Opens that lane, and creates missing parts of it. */
    public Lane open(int lane) {
        return transport.open(addresses.get(lane), options);
    }

    /** Opens that lane, and creates nothing. */
    public Lane openExisting(int lane) {
        return transport.openExisting(addresses.get(lane), options);
    }
}
