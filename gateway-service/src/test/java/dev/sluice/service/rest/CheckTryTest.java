package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.check.CheckCommand;
import dev.sluice.service.rest.ShapeServer.Loss;
import dev.sluice.service.rest.ShapeServer.Shape;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** {@code sluice check --try} shows before the first job whether a service gives less to several keys. */
class CheckTryTest {

    @TempDir
    private Path dir;

    private final StringWriter out = new StringWriter();

    @BeforeEach
    void clear() {
        out.getBuffer().setLength(0);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "LAST_OF_REPEATED", "NOTHING_FOR_REPEATED"})
    void shouldCompareTheChunkWithSingleRequests(Loss loss) throws IOException {
        try (ShapeServer server = new ShapeServer(Shape.JSON_SERVER, loss)) {
            final int code = check(server, "customer=1,2,3,4");
            if (loss == Loss.NONE) {
                assertEquals(0, code, out.toString());
                assertTrue(
                        out.toString().contains("Trial of customer: the chunk gives what the 4 single requests give"));
            } else {
                assertEquals(1, code, out.toString());
                assertTrue(out.toString().contains("key 2: alone found, 1 row, among 4 keys left out"), out.toString());
            }
        }
    }

    @Test
    void shouldSayWhatIsWrongWithWhatIsTried() throws IOException {
        try (ShapeServer server = new ShapeServer(Shape.JSON_SERVER)) {
            assertEquals(1, check(server, "customers=1"));
            assertTrue(out.toString().contains("there is no lookup 'customers' behind a service; there are customer"));
            assertEquals(1, check(server, "customer=1,3,5"));
            assertTrue(out.toString().contains("none of these keys was found"), out.toString());
        }
    }

    private int check(ShapeServer server, String trial) throws IOException {
        final Path file = dir.resolve("gateway.yaml");
        Files.writeString(
                file,
                "queues: {path: '" + dir.resolve("queues") + "'}\nservices: {crm: {url: '" + server.url()
                        + "'}}\nlookups: {customer: {request: {path: /customers, query: 'id={1}'}, response: {key: /id}}}\n");
        final CommandLine command = new CommandLine(new CheckCommand());
        command.setOut(new PrintWriter(out));
        return command.execute("--config", file.toString(), "--try", trial);
    }
}
