package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.client.GatewayClient;
import dev.sluice.replay.Main;
import dev.sluice.testsupport.Child;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * May the letters job switch from the tables to the services? Its requests, recorded over the database, are asked of the
 * services, and the results compared.
 */
@Timeout(180)
class PlantedDifferencesTest {

    private static final int CONTRACTS = 600;
    private static final long SEED = 7;

    @TempDir
    private Path temporary;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldFindThePlantedCustomersAndNothingElseWhenTheJobIsReplayedAgainstTheServices() throws Exception {
        try (DemoDirectory directory = DemoDirectory.open(temporary.resolve("demo"));
                DemoDatabase database = DatabaseKind.HSQLDB.open(directory.database())) {
            new DemoData(CONTRACTS, SEED).load(database.dataSource());
            recordLetters(directory, database);
            final PlantedDifferences planted = PlantedDifferences.choose(database.dataSource(), SEED);
            assertEquals(3, planted.mistakes().size());

            replay(directory, database, planted, "planted");
            assertEquals(1, diff(directory, "planted", "--format", "json"), err::toString);
            assertEquals(fields(planted), found());
            final JsonNode all = lines().get(lines().size() - 1);
            final long wrong = contractsOf(planted, database);
            assertEquals(wrong, all.get("different").longValue(), all::toString);
            assertEquals(2 * CONTRACTS - wrong, all.get("equal").longValue(), all::toString);
            assertEquals(CONTRACTS, all.get("notAsked").longValue(), "the updates");
            assertEquals(
                    0, all.get("missing").longValue() + all.get("unanswered").longValue());

            replay(directory, database, PlantedDifferences.NONE, "right");
            assertEquals(0, diff(directory, "right"), () -> out + err.toString());
        }
    }

    private static void recordLetters(DemoDirectory directory, DemoDatabase database) throws Exception {
        GatewayConfigFile.write(
                directory.gatewayConfig(),
                directory.queues().toString(),
                1,
                database,
                Optional.empty(),
                Optional.empty());
        try (GatewayClient client = JobForm.CALLBACKS.client(directory.queues().toString(), 1);
                Child gateway = DemoGateway.start(directory)) {
            assertTrue(gateway.isAlive());
            final long letters = JobForm.CALLBACKS
                    .job(client, database.dataSource(), directory.letters(), DemoData.LETTER_DATE)
                    .run()
                    .letters();
            assertEquals(CONTRACTS, letters);
        }
    }

    private void replay(DemoDirectory directory, DemoDatabase database, PlantedDifferences planted, String into)
            throws IOException {
        final Path config = temporary.resolve(into + ".yaml");
        final Screen quiet = new Screen(System.err, System.err);
        try (LookupServices services = LookupServices.start(directory, database, planted, quiet)) {
            GatewayConfigFile.write(
                    config, directory.queues().toString(), 1, database, Optional.of(services), Optional.empty());
            final int exitCode = execute(
                    "replay",
                    "--queues",
                    directory.queues().toString(),
                    "--config",
                    config.toString(),
                    "--into",
                    temporary.resolve(into).toString());
            assertEquals(0, exitCode, err::toString);
        }
    }

    private int diff(DemoDirectory directory, String replayed, String... options) {
        out.getBuffer().setLength(0);
        final List<String> arguments = new ArrayList<>(List.of(
                "diff",
                directory.queues().toString(),
                temporary.resolve(replayed).toString()));
        arguments.addAll(List.of(options));
        return execute(arguments.toArray(String[]::new));
    }

    private int execute(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    /** Returns the differences to be found: by customer, the field. */
    private static Map<String, String> fields(PlantedDifferences planted) {
        final Map<String, String> fields = new TreeMap<>();
        planted.mistakes()
                .forEach((customer, mistake) -> fields.put(
                        "customer " + customer,
                        switch (mistake) {
                            case "spelling" -> "last_name";
                            case "other" -> "first_name";
                            default -> "outcome";
                        }));
        return fields;
    }

    private Map<String, String> found() {
        return lines().stream()
                .filter(line -> line.get("type").textValue().equals("difference"))
                .collect(Collectors.toMap(
                        line -> line.get("name").textValue() + " "
                                + line.get("key").textValue(),
                        line -> line.get("field").textValue(),
                        (one, other) -> one.equals(other) ? one : one + ", " + other,
                        TreeMap::new));
    }

    private List<JsonNode> lines() {
        return out.toString().lines().map(PlantedDifferencesTest::json).toList();
    }

    private static JsonNode json(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (final JsonProcessingException e) {
            throw new AssertionError(line, e);
        }
    }

    private static long contractsOf(PlantedDifferences planted, DemoDatabase database) throws SQLException {
        final String customers =
                planted.mistakes().keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT COUNT(*) FROM contract WHERE customer_id IN (" + customers + ")")) {
            found.next();
            return found.getLong(1);
        }
    }
}
