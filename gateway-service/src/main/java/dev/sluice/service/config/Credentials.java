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

/** How the gateway says to a service who it is. */
public sealed interface Credentials {

    /** The parts that must be in no message, in each form in which they are sent. */
    Stream<Secret> secrets();

    /** {@code Authorization: Bearer}. */
    static Header bearer(Secret token) {
        return new Header("Authorization", "Bearer ", Optional.empty(), token, Header.FIXED);
    }

    /** {@code Authorization: Basic}. */
    static Header basic(String user, Secret password) {
        return new Header("Authorization", "Basic ", Optional.of(user), password, Header.FIXED);
    }

    /** A header of the service's own. */
    static Header apiKey(String header, Secret key) {
        return new Header(header, "", Optional.empty(), key, Header.FIXED);
    }

    /** Not at all. */
    record None() implements Credentials {
        @Override
        public Stream<Secret> secrets() {
            return Stream.empty();
        }
    }

    /**
     * A header that is sent with each request.
     *
     * @param scheme what comes before the credential, with the space between them
     * @param user of basic authentication
     * @param secret the password, token or key
     * @param again the secret as its file has it now; empty if it is from no file, or that cannot be read
     */
    record Header(String name, String scheme, Optional<String> user, Secret secret, Supplier<Optional<Secret>> again)
            implements Credentials {

        private static final Supplier<Optional<Secret>> FIXED = Optional::empty;

        /** This header with a secret that is read again. */
        Header from(Optional<Supplier<Optional<Secret>>> file) {
            return file.map(its -> new Header(name, scheme, user, secret, its)).orElse(this);
        }

        /** This header as its file has it now; empty if it is from no file, or that cannot be read. */
        public Optional<Header> now() {
            return again.get().map(its -> new Header(name, scheme, user, its, again));
        }

        /** The header's value as HTTP sends it. */
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
     * {@code Authorization: Bearer}, with tokens that are fetched.
     *
     * @param url where
     * @param scope what the tokens are to be good for
     */
    record Client(URI url, String client, Secret secret, Optional<String> scope) implements Credentials {

        static final String SECTION = "token";
        static final Keys KEYS = new Keys();
        private static final Key<URI> URL = KEYS.required("url", HttpFormat.serviceUrl(), """
                Where tokens are fetched by OAuth's client credentials (RFC 6749, 4.4).""");
        private static final Key<String> CLIENT = KEYS.required("client", Format.text(), """
                The id of the client that the gateway is to the token's server.""");
        private static final Key<Secret> SECRET = KEYS.required("secret", HttpFormat.token(), """
                The client's secret, never printed. Take it from the environment, ${NAME}, or from a file,
                ${file:/run/secrets/crm}.""");
        private static final Key<String> SCOPE = KEYS.optional("scope", Format.text(), "none", """
                What the token is to be good for, where the server asks for it.""");

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

        /** The header for the server of the tokens: user and password, each encoded (RFC 6749, 2.3.1). */
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
