package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The lanes at one address, most often one. A key, such as the name of a client or a run, has the same lane in each process.
 * Immutable.
 *
 * @param address as the user wrote it
 * @param addresses the lanes', in their order
 */
public record Lanes(Transport transport, String address, List<String> addresses, QueueOptions options) {

    public Lanes {
        addresses = List.copyOf(addresses);
    }

    /**
     * The lanes at that address, made if there are none.
     *
     * @throws QueueException if no transport takes it, or it cannot be told what is there
     */
    public static Lanes at(String address, QueueOptions options) {
        final Transport transport = Transports.of(address);
        return new Lanes(transport, address, transport.lanes(address, options), options);
    }

    /** The lanes at that address; otherwise as {@link #at}, and makes none. */
    public static Lanes existing(String address, QueueOptions options) {
        final Transport transport = Transports.of(address);
        return new Lanes(transport, address, transport.existingLanes(address), options);
    }

    /** Returns the directory of all lanes, or their address where they are in none: what a user calls the queues. */
    public Path path() {
        return transport.path(address);
    }

    /** How many there are. */
    public int count() {
        return addresses.size();
    }

    /** The number of that key's lane: {@code CRC-32(UTF-8) mod count}. */
    public int of(String key) {
        return of(key, count());
    }

    /** The number of that key's lane among so many. */
    public static int of(String key, int count) {
        final CRC32 hash = new CRC32();
        hash.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (hash.getValue() % count);
    }

    /** Says which lane that is, after a position: positions are of one lane. Empty where there is one. */
    public String where(Lane lane) {
        return count() == 1 ? "" : " on lane " + addresses.indexOf(lane.address());
    }

    /** Opens that lane, creating what is missing of it. */
    public Lane open(int lane) {
        return transport.open(addresses.get(lane), options);
    }

    /** Opens that lane, and makes nothing. */
    public Lane openExisting(int lane) {
        return transport.openExisting(addresses.get(lane), options);
    }
}
