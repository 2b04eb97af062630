package dev.sluice.testing;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract on Chronicle queues. */
class ChronicleTransportTest implements TransportContract {

    @TempDir
    private Path directory;

    private int lanes;

    @Override
    public String newAddress() {
        lanes++;
        return directory.resolve("queues" + lanes).toString();
    }
}
