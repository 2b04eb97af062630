package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lanes;
import dev.sluice.transport.Lease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice check} of lanes on a broker. */
@Timeout(180)
class CheckTest {

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    @TempDir
    private Path directory;

    @Test
    void shouldSayWhatIsThereAndMakeNothing() throws Exception {
        final String address = BROKER.newAddress();
        for (int time = 0; time < 2; time++) {
            final String said = check(address, 0);
            assertTrue(
                    said.contains("made by the gateway's first start: there is no topic "
                            + KafkaAddress.parse(address).requests()),
                    said);
        }
        final Lanes lanes = Lanes.at(address, QueueOptions.DEFAULTS.withLanes(2));
        assertTrue(check(address, 0).contains(" MB free  there, no gateway runs"));
        try (Lane lane = lanes.open(0);
                Lease lease = lane.lease()) {
            assertTrue(lease.isHeld());
            final String said = check(address, 0);
            assertTrue(
                    said.contains("in use by a running gateway, process "
                            + ProcessHandle.current().pid()),
                    said);
        }
    }

    @Test
    void shouldReportAnotherNumberOfLanes() throws Exception {
        final String address = BROKER.newAddress();
        Lanes.at(address, QueueOptions.DEFAULTS.withLanes(3));
        final String said = check(address, 1);
        assertTrue(said.contains("queues.lanes is 2, and there are 3 in " + address), said);
    }

    private String check(String address, int exitCode) throws IOException, InterruptedException {
        final Path config = Files.writeString(directory.resolve("gateway.yaml"), """
                queues: {path: '%s', lanes: 2}
                databases: {main: {url: 'jdbc:hsqldb:mem:check'}}
                statements: {now: {sql: 'VALUES (1)', types: []}}
                """.formatted(address));
        final Path log = Files.createTempFile(directory, "check", ".log");
        final Process check = Program.start(log, Program.GATEWAY, "check", "--config", config.toString());
        final int code = check.waitFor();
        final String said = Files.readString(log);
        assertEquals(exitCode, code, said);
        return said;
    }
}
