package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code sluice lanes} where no transport makes lanes ahead; the module of Kafka's has the test of one that does. */
class LanesCommandTest {

    private final StringWriter said = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void shouldSayWhoMakesTheLanesOfADirectory() {
        final Path queues = directory.resolve("queues");
        assertEquals(0, create(queues.toString(), "--lanes", "4"));
        assertEquals(
                "the lanes in " + queues
                        + " are created by the first start of their gateway, as its configuration says\n",
                said.toString());
        assertFalse(Files.exists(queues));
    }

    @Test
    void shouldFailWhenNoTransportTakesTheAddress() {
        assertEquals(1, create("kafka:night?bootstrap=localhost:9092", "--lanes", "4"));
        assertTrue(said.toString().startsWith("no transport accepts the address kafka:night"), said::toString);
    }

    @Test
    void shouldRefuseNumbersThatThereCannotBe() {
        assertEquals(2, create("queues", "--lanes", "257"));
        assertTrue(said.toString().startsWith("--lanes: expected a number from 1 to 256, not 257"), said::toString);
        assertEquals(2, create("queues", "--lanes", "1", "--replication", "0"));
        assertEquals(2, create("queues"));
    }

    private int create(String address, String... options) {
        final CommandLine command = Main.commandLine();
        command.setOut(new PrintWriter(said));
        command.setErr(new PrintWriter(said));
        final String[] arguments = new String[options.length + 3];
        arguments[0] = "lanes";
        arguments[1] = "create";
        arguments[2] = address;
        System.arraycopy(options, 0, arguments, 3, options.length);
        return command.execute(arguments);
    }
}
