package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.Main;
import dev.sluice.service.ctl.CtlCommand;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import dev.sluice.transport.Lanes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** An operator controls a gateway that serves two lanes on Kafka, in a process that is killed meanwhile. */
@Tag("nightly")
@Timeout(300)
class ControlTest {

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    private String address;
    private Path config;

    @Test
    void shouldStayPausedOnOneLaneWhenItIsKilledAndDrainOnceWhenItIsToldTo() throws Exception {
        address = BROKER.newAddress();
        config = Files.writeString(directory.resolve("gateway.yaml"), """
                name: controlled
                queues: {path: '%s', lanes: 2}
                databases: {main: {url: 'jdbc:hsqldb:mem:controlled', user: SA}}
                lookups: {one: {sql: 'VALUES (CAST(? AS BIGINT))', types: [long], reads: []}}
                """.formatted(address));
        Child gateway = start();
        try (GatewayClient zero = client(address, 0);
                GatewayClient one = client(address, 1)) {
            assertTrue(ctl(0, "pause", "--lane", "1", "--reason", "index").startsWith("paused: "));
            one.requests().lookup("one", 1L);
            assertEquals(List.of(0L), answered(zero, 0L));
            gateway.kill();
            assertTrue(ctl(3, "pause", "--lane", "1", "--reason", "still").contains("the pause is stored"));

            gateway = start();
            assertTrue(gateway.hasSaid("controlled/1: as requested: paused since "), gateway.said());
            assertEquals(List.of(2L), answered(zero, 2L));
            assertEquals("resumed: requests are read as usual", ctl(0, "resume"));
            assertEquals(List.of(1L, 3L), answered(one, 3L));

            zero.requests().lookup("one", 4L);
            assertTrue(ctl(0, "drain").startsWith("drained: "));
            gateway.expectEnd(0);

            gateway = start();
            assertEquals(List.of(4L, 5L), answered(zero, 5L));
            assertTrue(gateway.isAlive(), gateway.said());
            assertTrue(gateway.hasSaid("it does not drain"), gateway.said());
        } finally {
            gateway.kill();
        }
    }

    private Child start() throws IOException, InterruptedException {
        final Child gateway =
                Program.java(Main.class, "run", "--config", config).bare().start();
        gateway.awaitSaid("controlled/0: serves").awaitSaid("controlled/1: serves");
        return gateway;
    }

    private static GatewayClient client(String address, int lane) {
        int number = 0;
        while (Lanes.of("client" + number, 2) != lane) {
            number++;
        }
        return GatewayClient.builder(address).name("client" + number).openExisting();
    }

    /** Asks for one more; returns the rows of all that had no answer yet, in order. */
    private static List<Long> answered(GatewayClient client, long more) {
        client.requests().lookup("one", more);
        final List<Long> keys = new ArrayList<>();
        client.awaitAll(
                new Results() {
                    @Override
                    public void rows(RequestRef request, Rows rows) {
                        keys.add((Long) rows.only().get(0));
                    }

                    @Override
                    public void notFound(RequestRef request) {
                        throw new AssertionError(request);
                    }

                    @Override
                    public void updated(RequestRef request, long count) {
                        throw new AssertionError(request);
                    }

                    @Override
                    public void failed(RequestRef request, Failure failure) {
                        throw new AssertionError(failure);
                    }
                },
                PATIENCE);
        return keys;
    }

    private String ctl(int code, String... arguments) {
        final List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--queues", address));
        final StringWriter text = new StringWriter();
        final int given = new CommandLine(new CtlCommand())
                .setOut(new PrintWriter(text))
                .setErr(new PrintWriter(text))
                .execute(all.toArray(String[]::new));
        assertEquals(code, given, text::toString);
        return text.toString().strip();
    }
}
