package dev.sluice.service.rest;

import dev.sluice.service.config.Secret;
import dev.sluice.service.config.ServiceConfig.Credentials;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The header by which the gateway says who it is: sent with every request, without being asked first. Never printed. */
final class Credential {

    /** A shorter secret would be found everywhere. */
    private static final int SHORTEST_REDACTED = 4;

    private final Optional<Header> header;
    private final List<String> secrets;

    private Credential(Optional<Header> header, List<String> secrets) {
        this.header = header;
        this.secrets = secrets;
    }

    /**
     * A header.
     *
     * @param value the credential itself
     */
    record Header(String name, Secret value) {}

    static Credential of(Credentials credentials) {
        if (credentials instanceof Credentials.Bearer bearer) {
            final String token = bearer.token().value();
            return new Credential(header("Authorization", "Bearer " + token), List.of(token));
        }
        if (credentials instanceof Credentials.Basic basic) {
            final String pair = basic.user() + ":" + basic.password().value();
            final String encoded = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
            return new Credential(
                    header("Authorization", "Basic " + encoded),
                    List.of(encoded, basic.password().value()));
        }
        if (credentials instanceof Credentials.ApiKey key) {
            return new Credential(
                    header(key.header(), key.key().value()), List.of(key.key().value()));
        }
        return new Credential(Optional.empty(), List.of());
    }

    private static Optional<Header> header(String name, String value) {
        return Optional.of(new Header(name, new Secret(value)));
    }

    Optional<Header> header() {
        return header;
    }

    /** A text of the service's, in which it may repeat what it was sent, for messages. */
    String redacted(String text) {
        String out = text;
        for (final String secret : secrets) {
            if (secret.length() >= SHORTEST_REDACTED) {
                out = out.replace(secret, "***");
            }
        }
        return out;
    }
}
