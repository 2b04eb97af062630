package dev.sluice.service.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A REST service and how it is asked.
 *
 * @param url scheme, host, port and perhaps a path that the paths of lookups and endpoints are appended to
 * @param credentials how the gateway says who it is
 * @param keyStore the client's certificate and key, PKCS 12, for mutual TLS
 * @param keyStorePassword the password of the key store
 * @param trustStore whom to trust instead of the JDK's authorities, PKCS 12
 * @param trustStorePassword the password of the trust store
 * @param connectTimeout until a connection stands
 * @param responseTimeout until the response begins
 * @param callTimeout until the response has ended
 * @param responseBytes the largest body, as it arrives and unpacked
 * @param urlLength the longest URL; a call with a longer one is split
 * @param callsInFlight how many calls may be under way at it at a time
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

    /** How the gateway says who it is. */
    public sealed interface Credentials {

        /** Not at all. */
        record None() implements Credentials {}

        /** {@code Authorization: Bearer}. */
        record Bearer(Secret token) implements Credentials {}

        /** {@code Authorization: Basic}. */
        record Basic(String user, Secret password) implements Credentials {}

        /** A header of the service's own. */
        record ApiKey(String header, Secret key) implements Credentials {}
    }
}
