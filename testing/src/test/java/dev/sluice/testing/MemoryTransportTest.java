package dev.sluice.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testing.memory.MemoryTransport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract in memory. */
class MemoryTransportTest implements TransportContract {

    private final List<String> addresses = new ArrayList<>();

    @Override
    public String newAddress() {
        final String address = "memory:" + UUID.randomUUID();
        addresses.add(address);
        return address;
    }

    /** Chronicle alone needs them. */
    @Test
    void shouldNeedNoOptionsOfTheJvm() throws IOException, InterruptedException {
        final Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        MemoryTransportTest.class.getName())
                .redirectErrorStream(true)
                .start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        assertTrue(said.contains("answered 100"), said);
    }

    /** A job and its gateway, in a JVM of their own. */
    public static void main(String[] arguments) {
        System.out.println("answered " + TransportContract.greetAll("memory:alone"));
    }

    @AfterEach
    void drop() {
        addresses.forEach(MemoryTransport::drop);
    }
}
