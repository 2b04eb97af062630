package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.HttpFormat;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Secret;
import dev.sluice.service.config.yaml.Section;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The gateway's credentials for a service. */
public sealed interface Credentials {

    /** Returns the secrets that must be masked in messages, in each form in which they are sent. */
    Stream<Secret> secrets();

    /** Returns a header {@code Authorization: Bearer}. */
    static Header bearer(Secret token) {
        return new Header("Authorization", "Bearer ", Optional.empty(), token, Header.FIXED);
    }

    /** Returns a header {@code Authorization: Basic}. */
    static Header basic(String user, Secret password) {
        return new Header("Authorization", "Basic ", Optional.of(user), password, Header.FIXED);
    }

    /** Returns a header with an API key. */
    static Header apiKey(String header, Secret key) {
        return new Header(header, "", Optional.empty(), key, Header.FIXED);
    }

    /** No credentials. */
    record None() implements Credentials {
        @Override
        public Stream<Secret> secrets() {
            return Stream.empty();
        }
    }

    /**
     * A header that is sent with each request.
     *
     * @param name the name of the header
     * @param scheme the text before the credential, with a space at its end
     * @param user the user of basic authentication
     * @param secret the password, token or key
     * @param again reads the secret from its file again; returns empty if there is no file or the file cannot be read
     */
    record Header(String name, String scheme, Optional<String> user, Secret secret, Supplier<Optional<Secret>> again)
            implements Credentials {

        private static final Supplier<Optional<Secret>> FIXED = Optional::empty;

        /** Returns this header with a supplier that reads the secret again. */
        Header from(Optional<Supplier<Optional<Secret>>> file) {
            return file.map(its -> new Header(name, scheme, user, secret, its)).orElse(this);
        }

        /** Returns this header with the present content of its file; empty if there is no file or the file cannot be read. */
        public Optional<Header> now() {
            return again.get().map(its -> new Header(name, scheme, user, its, again));
        }

        /** Returns the header's value as it is sent. */
        public Secret value() {
            return new Secret(scheme + credential().value());
        }

        private Secret credential() {
            return user.map(its -> (its + ":" + secret.value()).getBytes(StandardCharsets.UTF_8))
                    .map(pair -> new Secret(Base64.getEncoder().encodeToString(pair)))
                    .orElse(secret);
        }

        @Override
        public Stream<Secret> secrets() {
            return Stream.of(secret, credential()).distinct();
        }
    }

    /**
     * The credentials of an OAuth client, which fetches the tokens for {@code Authorization: Bearer}.
     *
     * @param url the URL from which tokens are fetched
     * @param client the id of the client
     * @param secret the client's secret
     * @param scope the scope of the tokens
     */
    record Client(URI url, String client, Secret secret, Optional<String> scope) implements Credentials {

        static final String SECTION = "token";
        static final Keys KEYS = new Keys();
        private static final Key<URI> URL = KEYS.required("url", HttpFormat.serviceUrl(), """
                The URL from which tokens are fetched by OAuth's client credentials (RFC 6749, 4.4).""");
        private static final Key<String> CLIENT = KEYS.required("client", Format.text(), """
                The client id that is sent there.""");
        private static final Key<Secret> SECRET = KEYS.required("secret", HttpFormat.token(), """
                The client's secret, never printed. Take it from ${NAME} or ${file:/run/secrets/crm}.""");
        private static final Key<String> SCOPE = KEYS.optional("scope", Format.text(), "none", """
                The scope of the token, if the token's server needs one.""");

        /** Reads the section {@code token} of a service. */
        static Client read(Section service) {
            final Section section = service.child(SECTION);
            section.allow(KEYS);
            return new Client(
                    section.require(URL, URI.create("http://none")),
                    section.require(CLIENT, ""),
                    section.require(SECRET, new Secret("")),
                    section.find(SCOPE));
        }

        /** Returns the header for the token's server: client id and secret, each URL-encoded (RFC 6749, 2.3.1). */
        public Header basic() {
            return Credentials.basic(encoded(client), new Secret(encoded(secret.value())));
        }

        private static String encoded(String text) {
            return URLEncoder.encode(text, StandardCharsets.UTF_8);
        }

        @Override
        public Stream<Secret> secrets() {
            return Stream.of(secret, basic().credential());
        }
    }
}
