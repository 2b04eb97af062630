package dev.sluice.testing;

import dev.sluice.testing.memory.MemoryTransport;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/** The contract in memory. */
class MemoryTransportTest implements TransportContract {

    private final List<String> addresses = new ArrayList<>();

    @Override
    public String newAddress() {
        final String address = "memory:" + UUID.randomUUID();
        addresses.add(address);
        return address;
    }

    @AfterEach
    void drop() {
        addresses.forEach(MemoryTransport::drop);
    }
}
