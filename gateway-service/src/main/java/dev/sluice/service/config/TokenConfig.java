package dev.sluice.service.config;

import dev.sluice.service.config.ServiceConfig.Credentials;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.HttpFormat;
import dev.sluice.service.config.yaml.Key;
import dev.sluice.service.config.yaml.Secret;
import dev.sluice.service.config.yaml.Section;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The section {@code token} of a service: where its tokens are fetched. */
final class TokenConfig {

    private static final Key<URI> URL = Key.required(
            "url", HttpFormat.serviceUrl(), "Where tokens are fetched by OAuth's client credentials (RFC 6749, 4.4).");
    private static final Key<String> CLIENT =
            Key.required("client", Format.text(), "The id of the client that the gateway is to the token's server.");
    private static final Key<Secret> SECRET = Key.required(
            "secret",
            HttpFormat.token(),
            "The client's secret, never printed. Take it from the environment, ${NAME}, or from a file,"
                    + " ${file:/run/secrets/crm}.");
    private static final Key<String> SCOPE = Key.optional(
            "scope", Format.text(), "none", "What the token is to be good for, where the server asks for it.");

    static final String SECTION = "token";
    static final List<Key<?>> KEYS = List.of(URL, CLIENT, SECRET, SCOPE);

    private TokenConfig() {}

    static Credentials read(Section service) {
        final Section section = service.child(SECTION);
        section.allow(KEYS);
        final Optional<String> scope = section.find(SCOPE);
        return new Credentials.Client(
                section.require(URL, URI.create("http://none")),
                section.require(CLIENT),
                section.require(SECRET, new Secret("")),
                scope);
    }
}
