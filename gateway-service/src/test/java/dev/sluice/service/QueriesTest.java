package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.yaml.snakeyaml.Yaml;

/** Queries of the alerts and the dashboard, beside the metrics of a gateway of two lanes, and promtool's word on both. */
class QueriesTest {

    private static final Path ALERTS = Path.of("../config/prometheus/alerts.yaml");
    private static final Path DASHBOARD = Path.of("../config/grafana/sluice.json");
    private static final String PROMTOOL = System.getProperty("sluice.promtool", "promtool");
    private static final Pattern SELECTOR = Pattern.compile("\\b((?:sluice|jvm|process)_[a-z_]+)\\b(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!=|!~|=)\\s*\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|without)\\s*\\(([^)]*)\\)");
    private static final Pattern SHOWN = Pattern.compile("\\{\\{\\s*(?:\\$labels\\.)?(\\w+)\\s*}}");
    /** Those of the scrape, and of a histogram's buckets. */
    private static final Set<String> OTHERS = Set.of("job", "instance", "le");

    @RegisterExtension
    private final ServedQueues served = ServedQueues.declaring("""
                    health: {port: 0}
                    lookups:
                      one: {sql: 'SELECT 1 FROM (VALUES(0)) t(i) WHERE i = ?', types: [long], cache: {entries: 10}}
                    """).queues("lanes: 2");

    private RunningGateway gateway;

    /** An expression, and the texts that show labels of its result. */
    private record Query(String name, String expression, String shown) {}

    @BeforeEach
    void start() {
        gateway = served.start();
        Awaitility.await()
                .until(() ->
                        MetricsPage.get(gateway.health(), "/health/started").statusCode() == 200);
    }

    @Test
    void shouldAskOnlyForMetricsAndLabelsThatAGatewayServes() throws Exception {
        final MetricsPage page = MetricsPage.of(gateway.health());
        final Set<String> unknown = new TreeSet<>();
        int selectors = 0;
        for (final Query query : queries()) {
            final Matcher selector = SELECTOR.matcher(query.expression());
            while (selector.find()) {
                selectors++;
                final String metric = selector.group(1).replaceFirst("_(bucket|sum|count)$", "");
                final Set<String> served = page.labelNames(metric);
                if (!page.names().contains(metric)) {
                    unknown.add(query.name() + ": " + metric);
                    continue;
                }
                asked(query, selector.group(2)).forEach(label -> {
                    if (!served.contains(label) && !OTHERS.contains(label)) {
                        unknown.add(query.name() + ": " + metric + " by " + label);
                    }
                });
                MATCHER.matcher(selector.group(2) == null ? "" : selector.group(2))
                        .results()
                        .filter(matcher -> matcher.group(2).equals("="))
                        .filter(matcher -> !OTHERS.contains(matcher.group(1)))
                        .filter(matcher ->
                                !page.labels(metric, matcher.group(1)).contains(matcher.group(3)))
                        .forEach(matcher -> unknown.add(query.name() + ": " + metric + " with " + matcher.group()));
            }
        }
        assertTrue(selectors > 40, selectors + " selectors");
        assertEquals(Set.of(), unknown);
    }

    /** The labels that a query wants of one of its metrics: to match, to group by, and to show. */
    private static Stream<String> asked(Query query, String matchers) {
        return Stream.of(
                        MATCHER.matcher(matchers == null ? "" : matchers)
                                .results()
                                .map(found -> found.group(1)),
                        GROUPING.matcher(query.expression())
                                .results()
                                .flatMap(found -> Stream.of(found.group(1).split("\\s*,\\s*"))),
                        SHOWN.matcher(query.shown()).results().map(found -> found.group(1)))
                .flatMap(labels -> labels);
    }

    @Test
    void shouldBeTakenByPromtool() throws Exception {
        assertEquals("", promtool(ALERTS, "check", "rules", ALERTS.toString()));
        final List<Map<String, String>> rules = new ArrayList<>();
        for (final Query query : queries()) {
            final String expression =
                    query.expression().replace("$__rate_interval", "5m").replace("$gateway", ".*");
            rules.add(Map.of("record", "query:" + rules.size(), "expr", expression));
        }
        final Path file = Files.writeString(
                served.directory().resolve("queries.yaml"),
                new Yaml().dump(Map.of("groups", List.of(Map.of("name", "queries", "rules", rules)))));
        assertEquals("", promtool(file, "check", "rules", file.toString()));
        final Path metrics = Files.writeString(
                served.directory().resolve("metrics"),
                MetricsPage.get(gateway.health(), "/metrics").body());
        assertEquals("", promtool(metrics, "check", "metrics"));
    }

    /** Returns what promtool says of a file, empty if it finds nothing wrong. */
    private static String promtool(Path input, String... arguments) throws InterruptedException, IOException {
        final List<String> command =
                Stream.concat(Stream.of(PROMTOOL), Stream.of(arguments)).toList();
        try {
            final Child process = Program.of(command).input(input).run();
            return process.status() == 0 ? "" : command + ": " + process.said();
        } catch (final IOException e) {
            return Assumptions.abort("there is no promtool on the PATH; .ci/run looks for one: " + e.getMessage());
        }
    }

    private static List<Query> queries() throws IOException {
        final List<Query> queries = new ArrayList<>();
        final Map<String, List<Map<String, List<Map<String, Object>>>>> alerts =
                new Yaml().load(Files.readString(ALERTS));
        alerts.get("groups").stream()
                .flatMap(group -> group.get("rules").stream())
                .forEach(rule -> queries.add(new Query(
                        rule.get("alert").toString(),
                        rule.get("expr").toString(),
                        rule.get("annotations").toString())));
        final JsonNode dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());
        for (final JsonNode panel : dashboard.get("panels")) {
            for (final JsonNode target : panel.path("targets")) {
                queries.add(new Query(
                        panel.get("title").textValue(),
                        target.get("expr").textValue(),
                        target.get("legendFormat").textValue()));
            }
        }
        return queries;
    }

    @Test
    void shouldPlaceThePanelsOfTheDashboardBesideEachOther() throws IOException {
        final JsonNode dashboard = new ObjectMapper().readTree(DASHBOARD.toFile());
        final Set<String> taken = new TreeSet<>();
        final Set<Integer> ids = new TreeSet<>();
        for (final JsonNode panel : dashboard.get("panels")) {
            assertTrue(ids.add(panel.get("id").intValue()), panel.get("title") + " has the id of another");
            final JsonNode place = panel.get("gridPos");
            for (int x = 0; x < place.get("w").intValue(); x++) {
                for (int y = 0; y < place.get("h").intValue(); y++) {
                    final int column = place.get("x").intValue() + x;
                    assertTrue(column < 24, panel.get("title") + " is beyond the right edge");
                    assertTrue(
                            taken.add(column + "," + (place.get("y").intValue() + y)),
                            panel.get("title") + " lies over another");
                }
            }
        }
        assertTrue(
                Files.readString(DASHBOARD).contains("label_values(sluice_requests_in_hand, gateway)"),
                "the variable of the gateways");
    }
}
