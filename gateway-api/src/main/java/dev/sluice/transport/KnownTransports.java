package dev.sluice.transport;

import java.util.List;
import java.util.ServiceLoader;

/** The transports beside this class, found once: to look for them takes a millisecond. */
final class KnownTransports {

    static final List<Transport> ALL = ServiceLoader.load(Transport.class, Transport.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();

    private KnownTransports() {}
}
