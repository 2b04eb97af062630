package dev.sluice.replay.act;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.replay.Called;
import dev.sluice.replay.ServedDatabase;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.SeriesLength;
import dev.sluice.transport.LastAnswered;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hsqldb.server.Server;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway that answers everything anew is killed on its way, again and again. */
@Tag("long")
class KilledRebuildTest {

    private static final int PAIRS = SeriesLength.isNightly() ? 800 : 250;
    private static final int KILLS = 2;
    private static final Pattern LOST = Pattern.compile("([\\d,]+)  either executed or refused before");

    @TempDir
    private Path directory;

    @Test
    void shouldRunNoUpdateTwiceOnPostgres() throws Exception {
        final PostgresServer server = PostgresServer.shared();
        rebuild(ServedDatabase.at(server.createDatabase("killed_rebuild"), server.user(), directory, 10));
    }

    @Test
    void shouldRunNoUpdateTwiceOnHsqldb() throws Exception {
        final Server server = new Server();
        server.setSilent(true);
        server.setLogWriter(null);
        server.setErrWriter(null);
        server.setNoSystemExit(true);
        server.setAddress("127.0.0.1");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setPort(free.getLocalPort());
        }
        server.setDatabaseName(0, "killed");
        server.setDatabasePath(0, "mem:killed-rebuild");
        server.start();
        try {
            rebuild(ServedDatabase.at(
                    "jdbc:hsqldb:hsql://127.0.0.1:" + server.getPort() + "/killed", "SA", directory, 10));
        } finally {
            server.shutdown();
        }
    }

    private void rebuild(ServedDatabase served) throws Exception {
        served.configure("", ", sync: chunk");
        ask(served, PAIRS);
        served.run();
        served.deleteOutput();
        ask(served, 100);
        final Called said = served.replay(
                "resume",
                "--rebuild-output",
                "--force",
                "--config",
                served.config().toString());
        assertEquals(0, said.code(), said::toString);
        final Matcher lost = LOST.matcher(said.out());
        assertTrue(lost.find(), said::toString);
        final long seed = System.nanoTime();
        System.out.println("seed " + seed);
        final Random random = new Random(seed);
        served.configure("", ", sync: chunk}\nchunk: {limit: 1");
        for (int kill = 1; kill <= KILLS; kill++) {
            runUntil(served, (kill - 1) * 2 * PAIRS / KILLS + random.nextInt(2 * PAIRS / KILLS));
        }
        final List<String> results = served.run();
        assertEquals(2 * (PAIRS + 100), results.size());
        assertEquals(
                Long.parseLong(lost.group(1).replace(",", "")),
                results.stream()
                        .filter(result -> result.startsWith("failed NOT_ALLOWED The update at "))
                        .count());
        assertEquals(PAIRS + 100, served.number("SELECT SUM(n) FROM t"));
        final Called verified =
                served.replay("verify", "--config", served.config().toString());
        assertEquals(0, verified.code(), verified::toString);
    }

    /** Runs a gateway in a process of its own, and kills it after so many results. */
    private void runUntil(ServedDatabase served, long results) throws Exception {
        try (Child gateway = Program.java("dev.sluice.service.Main", "run", "--config", served.config())
                        .start();
                QueuePair pair = QueuePair.open(served.queues(), ServedDatabase.OPTIONS)) {
            gateway.await(
                    results + " results",
                    () -> pair.lastAnswered().map(LastAnswered::resultSequence).orElse(0L) > results);
        }
    }

    private static void ask(ServedDatabase served, int pairs) {
        try (GatewayClient client = GatewayClient.builder(served.queues())
                .options(ServedDatabase.OPTIONS)
                .open()) {
            for (long i = 0; i < pairs; i++) {
                client.requests().lookup("look", i % 10);
                client.requests().executeUpdate("pay", i % 10);
            }
        }
    }
}
