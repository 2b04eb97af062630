package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.HttpFormat;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Secret;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.config.yaml.Section;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A REST service, and how it is called.
 *
 * @param url the scheme, host, port and base path, to which the paths of lookups and endpoints are appended
 * @param credentials the gateway's credentials
 * @param keyStore a PKCS 12 file with the client's certificate and key, for mutual TLS
 * @param keyStorePassword the password of the key store
 * @param trustStore a PKCS 12 file with the trusted authorities, which replaces those of the JDK
 * @param trustStorePassword the password of the trust store
 * @param connectTimeout the longest time until a connection is open
 * @param responseTimeout the longest time until the response begins, including the time to open a connection
 * @param callTimeout the longest time until the response has ended
 * @param responseBytes the largest body, both as it arrives and decompressed
 * @param urlLength the longest URL; a call with a longer URL is split
 * @param callsInFlight the maximum number of calls in flight at this service
 */
public record ServiceConfig(
        String name,
        URI url,
        Credentials credentials,
        Optional<Path> keyStore,
        Secret keyStorePassword,
        Optional<Path> trustStore,
        Secret trustStorePassword,
        Duration connectTimeout,
        Duration responseTimeout,
        Duration callTimeout,
        long responseBytes,
        int urlLength,
        int callsInFlight,
        ResilienceConfig resilience) {

    static final Keys KEYS = new Keys(ResilienceConfig.KEYS);
    private static final Key<URI> URL = KEYS.required("url", HttpFormat.serviceUrl(), """
            The service's URL, to which paths are appended. Redirects are not followed.""");
    private static final Key<String> USER = KEYS.optional("user", Format.text(), "none", """
            The user of HTTP basic authentication. Over http others can read user and password.""");
    private static final Key<Secret> PASSWORD = KEYS.of("password", Format.password(), new Secret(""), """
            The user's password, never printed. Take it from ${NAME} or ${file:/run/secrets/crm}.""");
    private static final Key<Secret> TOKEN = KEYS.optional("token", HttpFormat.token(), "none", """
            A bearer token instead of user and password, never printed. One from a file, ${file:/run/secrets/crm}, is
            read again when that changes, and when the service answers 401. A section with url, client and secret has
            the gateway fetch tokens.""");
    private static final Key<String> API_KEY_HEADER =
            KEYS.of("apiKeyHeader", HttpFormat.secretHeader(), "X-API-Key", """
            The API key's header. If it is Authorization, the key must begin with the scheme.""");
    private static final Key<Secret> API_KEY = KEYS.optional("apiKey", HttpFormat.token(), "none", """
            An API key instead of a token or user, never printed. From a file it is read again like a token.""");
    private static final Key<Path> KEY_STORE = KEYS.optional("keyStore", Format.path(), "none", """
            The client's certificate and key for mutual TLS, as a PKCS 12 file.""");
    private static final Key<Secret> KEY_STORE_PASSWORD =
            KEYS.of("keyStorePassword", Format.password(), new Secret(""), """
            The key store's password, never printed.""");
    private static final Key<Path> TRUST_STORE =
            KEYS.optional("trustStore", Format.path(), "the authorities of the JDK", """
            The trusted authorities, as a PKCS 12 file, for certificates of the company's own.""");
    private static final Key<Secret> TRUST_STORE_PASSWORD =
            KEYS.of("trustStorePassword", Format.password(), new Secret(""), """
            The trust store's password, never printed.""");
    private static final Key<Duration> CONNECT_TIMEOUT = KEYS.of(
            "connectTimeout",
            Format.duration(Duration.ofMillis(10), Duration.ofMinutes(10)),
            Duration.ofSeconds(5),
            """
            How long to wait for a connection. Then the service is away: requests wait and do not fail.""");
    private static final Key<Duration> RESPONSE_TIMEOUT = KEYS.of(
            "responseTimeout",
            Format.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            Duration.ofSeconds(30),
            """
            The longest time until a response begins, connecting included. If too short, calls to a slow service are
            repeated over and over.""");
    private static final Key<Duration> CALL_TIMEOUT = KEYS.of(
            "callTimeout", Format.duration(Duration.ofMillis(10), Duration.ofHours(1)), Duration.ofSeconds(60), """
            The longest time until a response has ended. Not shorter than responseTimeout.""");
    private static final Key<Long> RESPONSE_BYTES =
            KEYS.of("responseBytes", Format.size(1L << 10, 1L << 30), 16L << 20, """
            The largest response, as it arrives and decompressed; a call may need several times as much heap. After a
            larger one items are sent again in smaller calls; events become doubtful.""");
    private static final Key<Integer> URL_LENGTH = KEYS.of("urlLength", Format.wholeNumber(200, 65_536), 4_000, """
            The longest URL in bytes; a longer call is split. Many services and proxies refuse more than 8000.""");
    private static final Key<Integer> CALLS_IN_FLIGHT = KEYS.of("callsInFlight", Format.wholeNumber(1, 64), 4, """
            The most calls in flight at this service.""");

    static ServiceConfig read(String name, Section section) {
        section.allow(KEYS);
        final ServiceConfig service = new ServiceConfig(
                name,
                section.require(URL, URI.create("http://none")),
                readCredentials(section),
                section.file(KEY_STORE, "file"),
                section.get(KEY_STORE_PASSWORD),
                section.file(TRUST_STORE, "file"),
                section.get(TRUST_STORE_PASSWORD),
                section.get(CONNECT_TIMEOUT),
                section.get(RESPONSE_TIMEOUT),
                section.get(CALL_TIMEOUT),
                section.get(RESPONSE_BYTES),
                section.get(URL_LENGTH),
                section.get(CALLS_IN_FLIGHT),
                ResilienceConfig.read(section));
        checkCompanion(section, KEY_STORE_PASSWORD, KEY_STORE);
        checkCompanion(section, TRUST_STORE_PASSWORD, TRUST_STORE);
        section.checkAtLeast(RESPONSE_TIMEOUT, service.responseTimeout, CALL_TIMEOUT, service.callTimeout);
        return service;
    }

    private static Credentials readCredentials(Section section) {
        final List<Key<?>> kinds = List.<Key<?>>of(USER, TOKEN, API_KEY).stream()
                .filter(section::has)
                .toList();
        if (kinds.size() > 1) {
            section.report(
                    kinds.get(1),
                    "'" + kinds.get(0).name() + "' is set as well; a service takes one kind of credentials");
        }
        checkCompanion(section, PASSWORD, USER);
        checkCompanion(section, API_KEY_HEADER, API_KEY);
        section.find(USER)
                .filter(user -> user.contains(":"))
                .ifPresent(user -> section.report(USER, "basic authentication takes no ':' in a user's name"));
        if (section.hasSection(Credentials.Client.SECTION)) {
            return Credentials.Client.read(section);
        }
        return section.find(USER)
                .map(user -> Credentials.basic(user, section.get(PASSWORD)).from(section.again(PASSWORD)))
                .or(() -> section.find(TOKEN)
                        .map(token -> Credentials.bearer(token).from(section.again(TOKEN))))
                .or(() -> section.find(API_KEY)
                        .map(key -> Credentials.apiKey(section.get(API_KEY_HEADER), key)
                                .from(section.again(API_KEY))))
                .map(Credentials.class::cast)
                .orElseGet(Credentials.None::new);
    }

    private static void checkCompanion(Section section, Key<?> key, Key<?> needed) {
        if (section.has(key) && !section.has(needed)) {
            section.report(key, "belongs to the key '" + needed.name() + "', which is missing");
        }
    }

    /** Returns the secrets that must be masked in messages. */
    public Secrets secrets() {
        return Secrets.of(secretValues().toList());
    }

    Stream<Secret> secretValues() {
        return Stream.concat(credentials.secrets(), Stream.of(keyStorePassword, trustStorePassword));
    }
}
