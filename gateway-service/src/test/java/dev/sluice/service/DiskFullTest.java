package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.testsupport.SmallDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fills up: a job is refused first, then the gateway holds its results; with space both go on. */
class DiskFullTest {

    private static final long MEGABYTE = 1 << 20;
    private static final String PADDING = "x".repeat(4_000);

    @TempDir
    private Path directory;

    @Test
    void shouldRefuseRequestsThenHoldResultsAndGoOnWhenThereIsSpaceAgain() throws Exception {
        try (SmallDisk disk = new SmallDisk(directory, 88)) {
            disk.fill("others", 40);
            final long usable = disk.usable();
            final long gatewayReserve = usable - 40 * MEGABYTE;
            try (GatewayClient client = client(disk, usable - 30 * MEGABYTE)) {
                final long accepted = writeUntilRefused(client, "echo", PADDING);
                assertTrue(accepted > 5_000 && accepted < 9_000, accepted + " requests in 30 MB");
                assertTrue(disk.usable() > usable - 32 * MEGABYTE, "it stops before the reserve is used up");

                final Collected results = new Collected();
                try (CapturedLog log = new CapturedLog();
                        RunningGateway gateway = RunningGateway.start(config(disk, gatewayReserve))) {
                    await(log, "results are held until the disk has space again");
                    client.poll(results, Integer.MAX_VALUE);
                    assertTrue(results.lines.size() < accepted, "all were answered");
                    assertTrue(gateway.alive());
                    assertThrows(
                            DiskReserveException.class, () -> client.requests().lookup("echo", "refused"));

                    disk.free("others");
                    client.awaitAll(results, Duration.ofMinutes(1));
                    assertTrue(log.lines().toString().contains("the disk has space again; going on"));
                    assertEquals(accepted, results.lines.size(), "each of those accepted, and none of those refused");
                    for (int i = 0; i < accepted; i++) {
                        assertEquals(i + 1, results.requests.get(i).sequence());
                        assertTrue(results.lines.get(i).startsWith("echo: rows [{C1=" + (i + 1) + " x"), "result " + i);
                    }
                    client.requests().lookup("echo", "again");
                    client.awaitAll(results, Duration.ofMinutes(1));
                }
                assertEquals("echo: rows [{C1=again}]", results.lines.get(results.lines.size() - 1));
            }
        }
    }

    @Test
    void shouldHoldResultsAndGoOnWhenOthersFillTheDiskToItsLastByte() throws Exception {
        try (SmallDisk disk = new SmallDisk(directory, 12)) {
            assumeTrue(
                    disk.mounted(), "this user may not mount a file system of its own, to be filled to the last byte");
            final Collected results = new Collected();
            try (GatewayClient client = client(disk, 0);
                    CapturedLog log = new CapturedLog();
                    RunningGateway gateway = RunningGateway.start(config(disk, MEGABYTE))) {
                client.requests().lookup("wide", "0");
                client.awaitAll(results, Duration.ofMinutes(1));
                disk.fillToTheLastByte("others");
                final long accepted = writeUntilRefused(client, "wide", "");
                await(log, "results are held until the disk has space again");
                assertThrows(DiskReserveException.class, () -> client.requests().lookup("wide", "refused"));
                assertTrue(gateway.alive());

                disk.free("others");
                client.awaitAll(results, Duration.ofMinutes(1));
                assertEquals(1 + accepted, results.lines.size(), "each of those accepted, and none of those refused");
                for (int i = 0; i <= accepted; i++) {
                    assertTrue(results.lines.get(i).startsWith("wide: rows [{C1=" + i), "result " + i);
                }
            }
        }
    }

    @Test
    void shouldRefuseToStartAndSayWhyWhenTheDiskIsBelowItsReserve() throws Exception {
        try (SmallDisk disk = new SmallDisk(directory, 80)) {
            client(disk, 0).close();
            final String config = config(disk, disk.usable() + 2_000 * MEGABYTE);
            final var e = assertThrows(DiskReserveException.class, () -> RunningGateway.start(config));
            assertTrue(e.getMessage().contains("nothing was written; free some space"), e.getMessage());
            RunningGateway.start(config(disk, 2 * MEGABYTE)).close();
        }
    }

    private static long writeUntilRefused(GatewayClient client, String lookup, String padding) {
        long written = 0;
        try {
            while (true) {
                client.requests().lookup(lookup, (written + 1) + " " + padding);
                written++;
            }
        } catch (final DiskReserveException e) {
            return written;
        }
    }

    private static void await(CapturedLog log, String said) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> log.count(said) > 0);
    }

    private static GatewayClient client(SmallDisk disk, long reserve) {
        return GatewayClient.builder(disk.directory().resolve("queues"))
                .options(QueueOptions.DEFAULTS
                        .withRequestLimit(8192)
                        .withBlockSize(1 << 20)
                        .withDiskReserve(reserve))
                .open();
    }

    private static String config(SmallDisk disk, long reserve) {
        return String.join(
                "\n",
                List.of(
                        "name: full",
                        "queues:",
                        "  path: " + disk.directory().resolve("queues"),
                        "  diskReserve: " + reserve / 1024 + "KB",
                        "databases:",
                        "  main:",
                        "    url: jdbc:hsqldb:mem:full",
                        "    user: SA",
                        "lookups:",
                        "  echo:",
                        "    sql: VALUES (CAST(? AS VARCHAR(5000)))",
                        "    types: [text]",
                        "    reads: []",
                        "  wide:",
                        "    sql: VALUES (REPEAT(CAST(? AS VARCHAR(10)), 800))",
                        "    types: [text]",
                        "    reads: []",
                        ""));
    }
}
