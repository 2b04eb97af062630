package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.client.GatewayClient;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.SeriesLength;
import dev.sluice.testsupport.SqlDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Databases in the gateway's own process, which is killed while it updates them: each with the URL that a newcomer writes. What was
 * answered is there, once.
 */
@Tag("long")
class EmbeddedKillTest {

    private static final int RESULTS_A_ROUND = 60;

    @TempDir
    private Path directory;

    private final Collected results = new Collected();

    @ParameterizedTest
    @CsvSource({
        "jdbc:hsqldb:file:%s/db;hsqldb.lock_file=false, SA",
        "jdbc:hsqldb:%s/db;hsqldb.lock_file=false, SA",
        "jdbc:h2:file:%s/db, sa",
        "jdbc:h2:%s/db;AUTO_SERVER=TRUE, sa",
        "jdbc:sqlite:%s/db, sa",
        "jdbc:derby:%s/db;create=true, APP",
        "jdbc:duckdb:%s/db, sa"
    })
    void shouldHaveEachAnsweredUpdateOnceWhenTheGatewayIsKilled(String url, String user) throws Exception {
        final String database = url.formatted(directory);
        final int kills = SeriesLength.of("kills", 1, 20);
        final int updates = RESULTS_A_ROUND * (kills + 3);
        final Path config = config(database, user);
        try (GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            for (long id = 0; id < updates; id++) {
                client.requests().executeUpdate("pay", id);
            }
            for (int round = 1; round <= kills; round++) {
                runUntilAnswered(RESULTS_A_ROUND * round, config, client);
            }
            runUntilAnswered(updates, config, client);
        }
        assertEquals(Collections.nCopies(updates, "pay: updated 1"), results.lines);
        assertEquals(LongStream.range(0, updates).boxed().toList(), paid(database, user));
    }

    private void runUntilAnswered(int count, Path config, GatewayClient client) throws Exception {
        try (Child gateway = Program.java(Main.class, "run", "--config", config)
                .named("the gateway")
                .log(directory.resolve("log"))
                .options("-Dderby.stream.error.file=" + directory.resolve("derby.log"))
                .start()) {
            gateway.await(count + " results", () -> {
                client.poll(results, Integer.MAX_VALUE);
                return results.lines.size() >= count;
            });
        }
    }

    private Path config(String url, String user) throws IOException {
        final Path init = Files.writeString(directory.resolve("init.sql"), "CREATE TABLE paid (id BIGINT);\n");
        return new GatewayYaml("killed", directory.resolve("queues"))
                .with("queues.diskReserve", "1MB")
                .with("chunk.limit", 20)
                .with("databases.main.url", url)
                .with("databases.main.user", user)
                .with("databases.main.init", init.toString())
                .with("databases.main.updatesPerTransaction", 7)
                .with("databases.main.snapshot", !url.startsWith("jdbc:duckdb:"))
                .with("statements.pay.sql", "INSERT INTO paid VALUES (?)")
                .with("statements.pay.types", List.of("long"))
                .with("statements.pay.trust", "transaction")
                .write(directory.resolve("gateway.yaml"));
    }

    private static List<Long> paid(String url, String user) throws SQLException {
        return new SqlDatabase(url, user)
                .rows("SELECT id FROM paid ORDER BY id").stream()
                        .map(Long::valueOf)
                        .toList();
    }
}
