package dev.sluice.replay.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.client.GatewayClient;
import dev.sluice.replay.Called;
import dev.sluice.service.RunningGateway;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.testsupport.SqlDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Queues and files of each release so far are read by this one as they were then, and gone on with. */
class GoldenTest {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @TempDir
    private Path directory;

    static List<String> releases() throws IOException {
        final List<String> releases = GoldenFiles.releases();
        assertTrue(releases.contains("0.1"), releases::toString);
        return releases;
    }

    private Path queues(String release) throws IOException {
        final Path queues = directory.resolve("queues");
        GoldenFiles.unpack(GoldenFiles.of(release).resolve(GoldenFiles.QUEUES), queues);
        return queues;
    }

    /** Members may have been added since: those of then have to be as they were. */
    private static void assertSame(Path expected, Called cat) throws IOException {
        assertEquals(0, cat.code(), cat::err);
        final List<String> then = Files.readAllLines(expected);
        final List<String> now = cat.lines();
        assertEquals(then.size(), now.size());
        for (int i = 0; i < then.size(); i++) {
            final ObjectNode was = (ObjectNode) MAPPER.readTree(then.get(i));
            final ObjectNode is = (ObjectNode) MAPPER.readTree(now.get(i));
            assertEquals(
                    was,
                    is.retain(List.copyOf(was.properties().stream()
                            .map(java.util.Map.Entry::getKey)
                            .toList())));
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldReadEveryValueOfItsQueues(String release) throws IOException {
        final Path queues = queues(release);
        assertSame(
                GoldenFiles.of(release).resolve(GoldenFiles.QUEUE_LINES),
                Called.line("cat both --format json --queues " + queues));
        final Called verified = Called.line("verify --queues " + queues);
        assertEquals(0, verified.code(), verified::out);
        assertTrue(verified.out().contains("waiting     " + GoldenQueues.WAITING), verified::out);
        final Called stats = Called.line("cat --stats --format json --queues " + queues);
        for (final String outcome : List.of("rows", "not_found", "updated", "failed", "replied")) {
            assertTrue(stats.out().matches("(?s).*\"" + outcome + "\":[1-9].*"), outcome);
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldReadItsJsonLinesAsItsQueues(String release) throws IOException {
        final Path lines = GoldenFiles.of(release).resolve(GoldenFiles.QUEUE_LINES);
        final Called compared = Called.line("diff " + lines + " " + queues(release));
        assertEquals(0, compared.code(), compared::toString);
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldGoOnBehindItsQueues(String release) throws Exception {
        final Path queues = queues(release);
        final String url = "jdbc:hsqldb:mem:" + UUID.randomUUID();
        final List<String> before =
                Called.line("cat results --format json --queues " + queues).lines();
        new SqlDatabase(url, "SA")
                .execute(
                        "CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(9), city VARCHAR(9), credit DECIMAL(9))",
                        "INSERT INTO customer (id, name) VALUES (1, 'Ada')");
        goOn(queues, url);
        final List<String> after =
                Called.line("cat results --format json --queues " + queues).lines();
        final int answered = before.size();
        assertEquals(uncounted(before), uncounted(after.subList(0, answered)));
        assertEquals(answered + GoldenQueues.WAITING + 1, after.size());
        assertTrue(after.get(answered).contains("\"Ada\""), after.get(answered));
        assertTrue(after.get(answered + 1).contains("\"not_found\""), after.get(answered + 1));
        final Called verified = Called.line("verify --queues " + queues);
        assertEquals(0, verified.code(), verified::out);
    }

    /** The last line of each says how many there are. */
    private static List<String> uncounted(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceAll(",\"lines\":\\d+}$", "}"))
                .toList();
    }

    private static void goOn(Path queues, String url) {
        try (GatewayClient client = RunningGateway.client(queues)) {
            client.requests().lookup("customer", 1L);
        }
        RunningGateway.answerAll(GatewayConfig.parse(GoldenQueues.yaml(queues, url), Path.of(""), name -> null));
    }
}
