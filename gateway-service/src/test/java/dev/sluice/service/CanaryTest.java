package dev.sluice.service;

import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.log.LogSetup;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A canary for each place in a configuration where a secret stands. It must sing in nothing that a gateway prints, serves
 * or keeps: the log in both formats at every level, health and metrics, the summary, results, the queues' files, and what
 * {@code check} says; also when connecting fails, and when a service repeats what it was sent.
 */
@Tag("nightly")
class CanaryTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern SERVED = Pattern.compile("health and metrics at (http://[^\\s\"]+)");

    /** Variables of the gateway's environment. That of the key is hexadecimal, as the database wants it. */
    private static final Map<String, String> SECRETS = Map.ofEntries(
            entry("PASSWORD", "canary-4711-password"),
            entry("KEY", "ca4a12604a6105889da65326bf357901"),
            entry("BADKEY", "canary-4710-badkey"),
            entry("OPTION", "canary-4712-option"),
            entry("WRONG", "canary-4713-wrong"),
            entry("TOKEN", "canary-4714-token"),
            entry("BASIC", "canary-4715-basic"),
            entry("APIKEY", "canary-4716-apikey"),
            entry("HEALTH", "canary-4717-health"));
    /** Not in the environment: in a file that the configuration names, and in the configuration itself. */
    private static final String FILED = "canary-4718-filed";

    private static final String PLAIN = "canary-4719-plain";

    @TempDir
    private Path directory;

    private final Set<String> sent = ConcurrentHashMap.newKeySet();
    private HttpServer careless;

    @BeforeEach
    void prepare() throws Exception {
        Files.writeString(directory.resolve("filed"), FILED + "\n");
        Files.writeString(
                directory.resolve("init.sql"), "CREATE TABLE t (id BIGINT PRIMARY KEY);\nINSERT INTO t VALUES (7);\n");
        try (Connection other = DriverManager.getConnection(otherUrl(), "SA", "another")) {
            assertTrue(other.isValid(1));
        }
        careless = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        careless.createContext("/", this::repeatWhatWasSent);
        careless.start();
    }

    @AfterEach
    void stop() {
        careless.stop(0);
    }

    private void repeatWhatWasSent(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        for (final String header : List.of("Authorization", "X-Canary")) {
            sent.addAll(exchange.getRequestHeaders().getOrDefault(header, List.of()));
        }
        final byte[] body = ("{\"title\": \"not you: "
                        + exchange.getRequestHeaders().entrySet() + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/problem+json");
        final int status = exchange.getRequestURI().getPath().contains("bad") ? 400 : 401;
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** A job that only serves; its log is set up by nobody. */
    public static final class ServingJob {

        private ServingJob() {}

        public static void main(String[] args) throws Exception {
            final EmbeddedGateway gateway = EmbeddedGateway.start(Path.of(args[0]));
            Runtime.getRuntime().addShutdownHook(new Thread(gateway::close));
            Thread.currentThread().join();
        }
    }

    @ParameterizedTest
    @CsvSource({"text, info", "json, debug", "json, trace"})
    void shouldBeSilentWhenTheGatewayRuns(String format, String level) throws Exception {
        final Path summary = directory.resolve("summary");
        final Map<String, String> seen = seenOf(program(
                Main.class, "run", "--config", config(), "--log", format, "--log-level", level, "--summary", summary));
        seen.put("summary", Files.readString(summary));
        assertSilent(seen);
    }

    @Test
    void shouldBeSilentInTheJobsLogWhenTheGatewayIsEmbedded() throws Exception {
        assertSilent(
                seenOf(program(ServingJob.class, config()).options("-Dorg.slf4j.simpleLogger.log.dev.sluice=trace")));
    }

    /** Asks the gateway of a process everything, ends the process, and returns what was to be seen. */
    private Map<String, String> seenOf(Program program) throws Exception {
        final Map<String, String> seen = new LinkedHashMap<>();
        try (Child gateway = program.start();
                GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            for (final String name : List.of("one", "gone", "refusing", "encrypted", "token", "basic", "key", "bad")) {
                client.requests().lookup(name, 7L);
            }
            client.requests().executeUpdate("add", 8L);
            final Collected results = new Collected();
            client.awaitAll(results, PATIENCE);
            assertEquals("one: rows [{ID=7}]", results.lines.get(0), "with the right password and key");
            assertTrue(results.lines.get(2).contains("UNAVAILABLE"), results.lines.get(2));
            assertEquals("add: updated 1", results.lines.get(8));
            for (final int answered : new int[] {1, 3, 4, 5, 6}) {
                assertTrue(results.lines.get(answered).contains("failed"), results.lines.get(answered));
            }
            seen.put("results", results.lines.toString());
            seen.putAll(pages(gateway.said()));
            assertEquals(Child.TERMINATED, gateway.stop());
            seen.put("log", gateway.said());
        }
        return seen;
    }

    private void assertSilent(Map<String, String> seen) throws IOException {
        assertEquals(3, sent.size(), "credentials that the services got and repeated");
        for (final String backend : List.of("gone", "refusing", "encrypted", "token", "basic", "key")) {
            assertTrue(seen.get("log").contains(backend + " is away: "), backend + " in " + seen.get("log"));
        }
        assertEquals(Set.of(), canariesIn(seen));
        assertEquals(Set.of(), canariesIn(files(directory.resolve("queues"))));
    }

    /** Asked for with the token, with another, and with none. */
    private Map<String, String> pages(String said) throws Exception {
        final HttpClient http = HttpClient.newHttpClient();
        final Matcher served = SERVED.matcher(said);
        assertTrue(served.find(), said);
        final Map<String, String> pages = new LinkedHashMap<>();
        for (final String path : List.of(
                "/metrics", "/state", "/status", "/health/live", "/health/ready", "/health/started", "/other")) {
            for (final String token : List.of(SECRETS.get("HEALTH"), "another", "")) {
                final HttpRequest.Builder request =
                        HttpRequest.newBuilder(URI.create(served.group(1)).resolve(path));
                if (!token.isEmpty()) {
                    request.header("Authorization", "Bearer " + token);
                }
                final var response = http.send(request.build(), BodyHandlers.ofString());
                pages.put(
                        "page " + path + " " + pages.size(), response.headers().map() + response.body());
            }
        }
        assertTrue(pages.get("page /metrics 0").contains("sluice_requests_total"), pages.toString());
        assertTrue(pages.values().stream().anyMatch(page -> page.contains("not you")), "a reason is on a page");
        return pages;
    }

    @Test
    void shouldBeSilentWhenTheConfigurationIsChecked() throws Exception {
        final String said =
                program(Main.class, "check", "--config", config()).start().awaitEnd();
        assertTrue(said.contains("databases.refusing: "), said);
        assertEquals(Set.of(), canariesIn(Map.of("check", said)));
    }

    /** Read and opened in this JVM, where secrets come from files, and whose log has no mask over its lines. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "databases: {main: {url: 'jdbc:nosuch://host/db;key=${KEY}', user: u, password: '${PASSWORD}'}}",
                "databases: {main: {url: 'jdbc:postgresql://u:${PASSWORD}@host/db', user: u}}",
                "databases: {main: {url: 'jdbc:postgresql://127.0.0.1:1/db?reWriteBatchedInserts=true&key=${KEY}'}}",
                "databases: {main: {url: '${PASSWORD}', user: u}}",
                "databases: {main: {url: 'jdbc:hsqldb:mem:x', pasword: '${PASSWORD}', retries: '${KEY}'}}",
                "databases: {main: {url: 'jdbc:hsqldb:mem:x', password: '${PASSWORD}', updates: '${OPTION}'}}",
                "services: {crm: {url: 'https://127.0.0.1:1', keyStore: STORE, keyStorePassword: '${PASSWORD}'}}",
                "services: {crm: {url: 'https://127.0.0.1:1', trustStore: STORE, trustStorePassword: '${WRONG}'}}",
                "services: {crm: {url: 'http://u:${PASSWORD}@127.0.0.1:1/?key=${KEY}'}}",
                "services: {crm: {url: 'http://127.0.0.1:1', token: \"a${TOKEN}\\nb\"}}",
                "services: {crm: {url: 'http://127.0.0.1:1', token: '${TOKEN}', apiKey: '${APIKEY}', user: '${BASIC}'}}",
                "services: {crm: {url: 'http://127.0.0.1:1', apiKey: '${APIKEY}', apiKeyHeader: 'Cookie ${WRONG}'}}",
                "services: {crm: {url: 'http://127.0.0.1:1'}}\nhealth: {port: 0, address: 192.0.2.1, token: '${HEALTH}'}",
                "services: {crm: {url: 'http://127.0.0.1:1'}}\nhealth: {port: '${PASSWORD}', token: ['${HEALTH}']}",
            })
    void shouldBeSilentWhenTheConfigurationIsRefused(String wrong) throws Exception {
        String yaml = "name: test\nqueues: {path: '" + directory.resolve("queues") + "', diskReserve: 1MB}\n"
                + wrong.replace("STORE", "'" + directory.resolve("filed") + "'") + "\n";
        for (final Map.Entry<String, String> secret : SECRETS.entrySet()) {
            final Path file = Files.writeString(directory.resolve(secret.getKey()), secret.getValue());
            yaml = yaml.replace("${" + secret.getKey() + "}", "${file:" + file + "}");
        }
        final Path config = Files.writeString(directory.resolve("wrong.yaml"), yaml);

        final StringWriter checked = new StringWriter();
        Main.commandLine().setOut(new PrintWriter(checked)).execute("check", "--config", config.toString());
        assertFalse(checked.toString().isBlank(), "it says what is wrong");
        assertEquals(Set.of(), canariesIn(Map.of("check", checked.toString())), checked::toString);
        LoggerFactory.getLogger(CanaryTest.class); // bound to standard error before that is captured
        try (CapturedLog log = new CapturedLog()) {
            assertEquals(1, Main.commandLine().execute("run", "--config", config.toString(), "--log-level", "trace"));
            final String said = String.join("\n", log.lines());
            assertTrue(said.contains("[ERROR]"), "it says what is wrong");
            assertEquals(Set.of(), canariesIn(Map.of("run", said)), said);
        } finally {
            LogSetup.use(LogSetup.Format.TEXT, Level.INFO);
            LogSetup.name("");
            LogSetup.mask(UnaryOperator.identity());
        }
    }

    private Path config() throws IOException {
        final String url = "http://127.0.0.1:" + careless.getAddress().getPort();
        return Files.writeString(
                directory.resolve("gateway.yaml"), """
                name: test
                queues: {path: queues, diskReserve: 1MB}
                health: {port: 0, token: '${HEALTH}'}
                databases:
                  main:
                    url: jdbc:hsqldb:file:db;crypt_key=${KEY};crypt_type=blowfish;hsqldb.write_delay=false;shutdown=true
                    user: SA
                    password: ${PASSWORD}
                    init: init.sql
                  gone:
                    url: jdbc:postgresql://127.0.0.1:GONE/db?options=-c%20app.option=${OPTION}
                    user: u
                    password: ${file:filed}
                    outage: fail-after 1ms
                    connectionTimeout: 500ms
                    maxBackoff: 200ms
                  refusing:
                    url: OTHER
                    user: SA
                    password: ${WRONG}
                    outage: fail-after 1ms
                    connectionTimeout: 500ms
                    maxBackoff: 200ms
                  encrypted:
                    url: jdbc:hsqldb:file:encrypted;crypt_key=${BADKEY};crypt_type=blowfish
                    user: SA
                    outage: fail-after 1ms
                    connectionTimeout: 500ms
                    maxBackoff: 200ms
                  plain: {url: 'jdbc:hsqldb:mem:plain', user: SA, password: 'PLAIN'}
                services:
                  token: {url: URL, token: '${TOKEN}', outage: fail-after 1ms}
                  basic: {url: URL, user: u, password: '${BASIC}', outage: fail-after 1ms}
                  key: {url: URL, apiKeyHeader: X-Canary, apiKey: '${APIKEY}', outage: fail-after 1ms}
                lookups:
                  one: {database: main, sql: 'SELECT id FROM t WHERE id = ?', types: [long], reads: [t]}
                  gone: {database: gone, sql: 'SELECT id FROM t WHERE id = ?', types: [long], reads: [t]}
                  refusing: {database: refusing, sql: 'SELECT id FROM t WHERE id = ?', types: [long], reads: [t]}
                  encrypted: {database: encrypted, sql: 'SELECT id FROM t WHERE id = ?', types: [long], reads: [t]}
                  token: {service: token, request: {path: '/t/{1}'}}
                  basic: {service: basic, request: {path: '/b/{1}'}}
                  key: {service: key, request: {path: '/k/{1}'}}
                  bad: {service: key, request: {path: '/bad/{1}'}}
                statements:
                  add: {database: main, sql: 'INSERT INTO t VALUES (?)', types: [long], writes: [t]}
                """.replace("GONE", Integer.toString(LocalPorts.free()))
                        .replace("OTHER", otherUrl())
                        .replace("PLAIN", PLAIN)
                        .replace("URL", "'" + url + "'"));
    }

    private String otherUrl() {
        return "jdbc:hsqldb:file:" + directory.resolve("other") + ";hsqldb.write_delay=false;shutdown=true";
    }

    private static Map<String, String> files(Path from) throws IOException {
        final Map<String, String> contents = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        assertTrue(contents.size() >= 4, contents.keySet()::toString);
        return contents;
    }

    /** Which secret is where, in any of the forms in which it travels. */
    private static Set<String> canariesIn(Map<String, String> places) {
        final Set<String> found = new TreeSet<>();
        final Map<String, String> secrets = new LinkedHashMap<>(SECRETS);
        secrets.put("FILED", FILED);
        secrets.put("PLAIN", PLAIN);
        places.forEach((place, text) -> secrets.forEach((name, secret) -> {
            final Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
            for (final String form : List.of(
                    secret,
                    URLEncoder.encode(secret, StandardCharsets.UTF_8),
                    base64.encodeToString(secret.getBytes(StandardCharsets.UTF_8)),
                    base64.encodeToString(("u:" + secret).getBytes(StandardCharsets.UTF_8)))) {
                if (text.contains(form)) {
                    found.add(name + " in " + place);
                }
            }
        }));
        return found;
    }

    private Program program(Class<?> main, Object... arguments) {
        return Program.java(main, arguments).in(directory).with(SECRETS);
    }
}
