package dev.sluice.service.rest;

import dev.sluice.service.config.Secret;
import dev.sluice.service.config.Secrets;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.ServiceConfig.Credentials;
import java.util.Optional;

/**
 * The header by which the gateway says who it is: sent with every request, without being asked first. Never printed.
 *
 * @param secrets what the service may repeat of it, and messages do not
 */
record Credential(Optional<Header> header, Secrets secrets) {

    /**
     * A header.
     *
     * @param value the credential itself
     */
    record Header(String name, Secret value) {}

    static Credential of(ServiceConfig service) {
        return new Credential(header(service.credentials()), service.secrets());
    }

    private static Optional<Header> header(Credentials credentials) {
        if (credentials instanceof Credentials.Bearer bearer) {
            return header("Authorization", "Bearer " + bearer.token().value());
        }
        if (credentials instanceof Credentials.Basic basic) {
            return header("Authorization", "Basic " + basic.encoded().value());
        }
        if (credentials instanceof Credentials.ApiKey key) {
            return header(key.header(), key.key().value());
        }
        return Optional.empty();
    }

    private static Optional<Header> header(String name, String value) {
        return Optional.of(new Header(name, new Secret(value)));
    }
}
