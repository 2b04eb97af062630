package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway says who it is, over real sockets; what it says it with is never printed. */
class AuthenticationTest {

    private static final String SECRET = "s3cret-token";

    @TempDir
    private static Path stores;

    @RegisterExtension
    private final TestService crm = new TestService();

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
        final Path output = Files.createTempFile(stores, "keytool", ".txt");
        final int status = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        assertEquals(0, status, Files.readString(output));
    }

    /** Answers whoever shows this; a careless service repeats what it was sent. */
    private TestService knowing(String header, String value) {
        return crm.replies(request -> value.equals(request.headers().get(header))
                ? Items.good(request)
                : Http.response(401, "", "not you: " + request.headers()));
    }

    /** A service that wants to know its clients. */
    private RestSettings secure(String trusted) throws IOException, GeneralSecurityException {
        final KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(load("server"), RestSettings.PASSWORD.toCharArray());
        final TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(load("trusts-client"));
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return crm.answers(TestService.GOOD, context.getServerSocketFactory())
                .settings()
                .trusting(store(trusted));
    }

    private void shouldBeKnown(RestSettings settings) {
        assertEquals(RestGateway.names(50), crm.gateway(settings).customers(50).texts());
        crm.assertSilent();
    }

    private void shouldBeUnknown(RestSettings settings, String reason) {
        final RestGateway gateway = crm.gateway(settings).lookup("customer", 1L);
        gateway.turnUntil(() -> crm.says("crm is away"));
        assertEquals(0, gateway.answered());
        crm.assertSays(reason);
        crm.assertNotSaid(SECRET);
        crm.assertNotSaid(base64("me:" + SECRET));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldSendABearerToken() {
        shouldBeKnown(knowing("authorization", "Bearer " + SECRET).settings().with("token", SECRET));
    }

    @Test
    void shouldSendBasicCredentialsWithoutBeingAsked() {
        shouldBeKnown(knowing("authorization", "Basic " + base64("jörg:" + SECRET))
                .settings()
                .with("user", "jörg")
                .with("password", SECRET));
    }

    @Test
    void shouldSendAnApiKey() {
        shouldBeKnown(knowing("x-api-key", SECRET).settings().with("apiKey", SECRET));
    }

    @ParameterizedTest
    @ValueSource(strings = {"token", "password", "apiKey"})
    void shouldNotPrintCredentialsThatTheServiceRepeats(String credential) {
        final RestSettings wrong =
                knowing("authorization", "another").settings().with(credential, SECRET);
        if (credential.equals("password")) {
            wrong.with("user", "me");
        }
        shouldBeUnknown(wrong, "it answered 401: not you:");
        assertFalse(wrong.config().toString().contains(SECRET));
    }

    @Test
    void shouldShowItsCertificateAndTrustTheServices() throws IOException, GeneralSecurityException {
        shouldBeKnown(secure("trusts-server").showing(store("client")));
    }

    @Test
    void shouldHoldTheLineWhenTheServiceDoesNotTrustIt() throws IOException, GeneralSecurityException {
        shouldBeUnknown(secure("trusts-server").showing(store("stranger")), "crm is away: ");
    }

    @Test
    void shouldHoldTheLineWhenItHasNothingToShow() throws IOException, GeneralSecurityException {
        shouldBeUnknown(secure("trusts-server"), "crm is away: ");
    }

    @Test
    void shouldSendNothingToAServiceThatItDoesNotTrust() throws IOException, GeneralSecurityException {
        shouldBeUnknown(secure("trusts-client").showing(store("client")), "no TLS: ");
    }

    @Test
    void shouldSayWhichStoreCannotBeReadAndNotItsPassword() throws IOException {
        final Path none = Files.writeString(stores.resolve("none.p12"), "no store");
        final RestSettings settings = RestSettings.of("https://localhost:1").trusting(none);
        final String message = assertThrows(IllegalArgumentException.class, () -> crm.gateway(settings))
                .getMessage();
        assertTrue(message.startsWith("services.crm.trustStore: cannot read"), message);
        assertTrue(message.contains("none.p12"), message);
        assertFalse(message.contains(RestSettings.PASSWORD), message);
    }

    private static KeyStore load(String name) throws IOException, GeneralSecurityException {
        final KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store(name))) {
            store.load(in, RestSettings.PASSWORD.toCharArray());
        }
        return store;
    }
}
