package dev.sluice.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.api.QueueException;
import dev.sluice.transport.Transports;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on Chronicle queues. */
class ChronicleTransportTest implements TransportContract, LanesContract {

    @TempDir
    private Path directory;

    private int lanes;

    @Test
    void shouldSayWhatToDoWhenNoTransportTakesAnAddress() {
        final QueueException refused = assertThrows(QueueException.class, () -> Transports.of("kafka:letters"));
        assertEquals(
                "no transport takes the address kafka:letters: put its jar on the class path; a directory with such a name is"
                        + " written with ./ before it",
                refused.getMessage());
        Transports.of("./kafka:letters");
        Transports.of("C:\\queues");
    }

    @Override
    public String newAddress() {
        lanes++;
        return directory.resolve("queues" + lanes).toString();
    }
}
