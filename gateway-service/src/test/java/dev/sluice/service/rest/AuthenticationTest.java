package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.config.Credentials;
import dev.sluice.service.config.yaml.Secret;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gateway says who it is, against the JDK's HTTP server; what it says it with is never printed. */
class AuthenticationTest {

    private static final String SECRET = "s3cret-token";

    @TempDir
    private static Path stores;

    private final CapturedLog log = new CapturedLog();

    @BeforeAll
    static void makeKeys() throws IOException, InterruptedException {
        for (final String who : List.of("server", "client", "stranger")) {
            keytool(
                    "-genkeypair",
                    "-alias",
                    who,
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=" + who,
                    "-ext",
                    "SAN=ip:127.0.0.1,dns:localhost",
                    "-keystore",
                    store(who).toString());
            keytool(
                    "-exportcert",
                    "-alias",
                    who,
                    "-file",
                    stores.resolve(who + ".crt").toString(),
                    "-keystore",
                    store(who).toString());
        }
        trust("trusts-server", "server");
        trust("trusts-client", "client");
    }

    private static void trust(String store, String who) throws IOException, InterruptedException {
        keytool(
                "-importcert",
                "-noprompt",
                "-alias",
                who,
                "-file",
                stores.resolve(who + ".crt").toString(),
                "-keystore",
                store(store).toString());
    }

    private static Path store(String name) {
        return stores.resolve(name + ".p12");
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", RestSettings.PASSWORD));
        Program.of(command).start().expectEnd(0);
    }

    @AfterEach
    void printAgain() {
        log.close();
    }

    private static HttpServer serve(HttpServer server, String header, String value) {
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            final Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            final boolean known =
                    value.isEmpty() || value.equals(exchange.getRequestHeaders().getFirst(header));
            answer(exchange, known);
        });
        server.start();
        return server;
    }

    private static void answer(HttpExchange exchange, boolean known) throws IOException {
        final String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        // a careless service repeats what it was sent
        final byte[] body = (known
                        ? Items.body(Items.answers(Items.asked(asked)))
                        : "not you: " + exchange.getRequestHeaders().entrySet())
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(known ? 207 : 401, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static HttpServer plain(String header, String value) throws IOException {
        return serve(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0), header, value);
    }

    private static String url(HttpServer server) {
        final String scheme = server instanceof HttpsServer ? "https" : "http";
        return scheme + "://127.0.0.1:" + server.getAddress().getPort();
    }

    private void shouldBeKnown(HttpServer server, RestSettings settings) {
        try (RestGateway gateway = settings.open()) {
            for (long key = 0; key < 50; key++) {
                gateway.lookup("customer", key);
            }
            assertEquals("[{name=name49}]", gateway.texts().get(49));
            assertEquals(List.of(), log.lines());
        } finally {
            server.stop(0);
        }
    }

    private void shouldBeUnknown(HttpServer server, RestSettings settings, String reason) {
        try (RestGateway gateway = settings.open()) {
            gateway.lookup("customer", 1L);
            while (log.lines().stream().noneMatch(line -> line.contains("crm is away"))) {
                gateway.turn();
            }
            assertEquals(0, gateway.answered());
            final String lines = log.lines().toString();
            assertTrue(lines.contains(reason), lines);
            assertFalse(lines.contains(SECRET), lines);
            assertFalse(
                    lines.contains(
                            Base64.getEncoder().encodeToString(("me:" + SECRET).getBytes(StandardCharsets.UTF_8))),
                    lines);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void shouldSendABearerToken() throws IOException {
        final HttpServer server = plain("Authorization", "Bearer " + SECRET);
        shouldBeKnown(server, RestSettings.of(url(server)).as(Credentials.bearer(new Secret(SECRET))));
    }

    @Test
    void shouldSendBasicCredentialsWithoutBeingAsked() throws IOException {
        final String pair = Base64.getEncoder().encodeToString(("jörg:" + SECRET).getBytes(StandardCharsets.UTF_8));
        final HttpServer server = plain("Authorization", "Basic " + pair);
        shouldBeKnown(server, RestSettings.of(url(server)).as(Credentials.basic("jörg", new Secret(SECRET))));
    }

    @Test
    void shouldSendAnApiKey() throws IOException {
        final HttpServer server = plain("X-Api-Key", SECRET);
        shouldBeKnown(server, RestSettings.of(url(server)).as(Credentials.apiKey("X-Api-Key", new Secret(SECRET))));
    }

    @Test
    void shouldNotPrintCredentialsThatTheServiceRepeats() throws IOException {
        for (final Credentials wrong : List.of(
                Credentials.bearer(new Secret(SECRET)),
                Credentials.basic("me", new Secret(SECRET)),
                Credentials.apiKey("X-Api-Key", new Secret(SECRET)))) {
            final HttpServer server = plain("Authorization", "another");
            shouldBeUnknown(server, RestSettings.of(url(server)).as(wrong), "it answered 401: not you:");
            assertFalse(
                    RestSettings.of(url(server)).as(wrong).config().toString().contains(SECRET));
        }
    }

    @Test
    void shouldShowItsCertificateAndTrustTheServices() throws IOException, GeneralSecurityException {
        final HttpServer server = secure();
        shouldBeKnown(server, RestSettings.of(url(server)).tls(Optional.of(store("client")), store("trusts-server")));
    }

    @Test
    void shouldHoldTheLineWhenTheServiceDoesNotTrustIt() throws IOException, GeneralSecurityException {
        final HttpServer server = secure();
        shouldBeUnknown(
                server,
                RestSettings.of(url(server)).tls(Optional.of(store("stranger")), store("trusts-server")),
                "crm is away: ");
        final HttpServer another = secure();
        shouldBeUnknown(
                another, RestSettings.of(url(another)).tls(Optional.empty(), store("trusts-server")), "crm is away: ");
    }

    @Test
    void shouldSendNothingToAServiceThatItDoesNotTrust() throws IOException, GeneralSecurityException {
        final HttpServer server = secure();
        shouldBeUnknown(
                server,
                RestSettings.of(url(server)).tls(Optional.of(store("client")), store("trusts-client")),
                "no TLS: ");
    }

    @Test
    void shouldSayWhichStoreCannotBeReadAndNotItsPassword() {
        final RestSettings settings =
                RestSettings.of("https://localhost:1").tls(Optional.empty(), stores.resolve("none.p12"));
        final String message =
                assertThrows(IllegalArgumentException.class, settings::open).getMessage();
        assertTrue(message.startsWith("services.crm.trustStore: cannot read"), message);
        assertTrue(message.contains("none.p12"), message);
        assertFalse(message.contains(RestSettings.PASSWORD), message);
    }

    /** A server that wants to know its clients. */
    private static HttpServer secure() throws IOException, GeneralSecurityException {
        final char[] password = RestSettings.PASSWORD.toCharArray();
        final KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(load("server"), password);
        final TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(load("trusts-client"));
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        final HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                final SSLParameters ssl = context.getDefaultSSLParameters();
                ssl.setNeedClientAuth(true);
                parameters.setSSLParameters(ssl);
            }
        });
        return serve(server, "", "");
    }

    private static KeyStore load(String name) throws IOException, GeneralSecurityException {
        final KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store(name))) {
            store.load(in, RestSettings.PASSWORD.toCharArray());
        }
        return store;
    }
}
