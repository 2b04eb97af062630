package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import java.util.List;
import java.util.ServiceLoader;

/** The transports that are beside this class, as {@link ServiceLoader} finds them. Any thread. */
public final class Transports {

    /** Found once: to look for them takes a millisecond. */
    private static final List<Transport> ALL =
            ServiceLoader.load(Transport.class, Transports.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private Transports() {}

    /**
     * Opens the lane at that address, creating what is missing.
     *
     * @throws QueueException if no transport takes it, or it cannot be opened
     */
    public static Lane open(String address, QueueOptions options) {
        return of(address).open(address, options);
    }

    /**
     * Returns the transport of that address.
     *
     * @throws QueueException if none takes it
     */
    public static Transport of(String address) {
        return ALL.stream()
                .filter(transport -> transport.takes(address))
                .findFirst()
                .orElseThrow(
                        () -> new QueueException(
                                "no transport takes the address " + address
                                        + ": put its jar on the class path; a directory with such a name is written with ./ before it"));
    }
}
