package dev.sluice.transport;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import java.util.List;
import java.util.ServiceLoader;

/** The transports that {@link ServiceLoader} finds with the class loader of this class. Any thread may use them. */
public final class Transports {

    /** Loaded only once, because the search takes a millisecond. */
    private static final List<Transport> ALL =
            ServiceLoader.load(Transport.class, Transports.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private Transports() {}

    /**
     * Opens the lane at that address, and creates missing parts of it.
     *
     * @throws QueueException if no transport accepts the address, or the lane cannot be opened
     */
    public static Lane open(String address, QueueOptions options) {
        return of(address).open(address, options);
    }

    /**
     * Returns the transport for that address.
     *
     * @throws QueueException if no transport accepts the address
     */
    public static Transport of(String address) {
        return ALL.stream()
                .filter(transport -> transport.takes(address))
                .findFirst()
                .orElseThrow(() -> new QueueException("no transport accepts the address " + address + ": "
                        + (address.startsWith("kafka:")
                                ? "put the jars of sluice-kafka and kafka-clients into lib/ beside the sluice launcher,"
                                        + " or start it with SLUICE_LIB=kafka, their directory in a release; a job needs"
                                        + " sluice-kafka on its class path"
                                : "put the transport's jar on the class path")
                        + "; for a directory write ./ before the name"));
    }
}
