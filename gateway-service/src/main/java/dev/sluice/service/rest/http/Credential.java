package dev.sluice.service.rest.http;

import dev.sluice.service.config.Credentials;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.yaml.Secret;
import dev.sluice.service.config.yaml.Secrets;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The header by which the gateway says who it is: sent with every request, without being asked first. Never printed. A
 * password, key or token from a file is read again now and then. Any thread.
 */
public final class Credential {

    private static final String BEARER = "Bearer ";
    /** How old what was read of a file may be. */
    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

    private final Secrets secrets;
    private final Credentials credentials;
    private final Optional<FetchedTokens> fetched;
    private final LongSupplier clockNanos;
    private volatile Optional<Header> header;
    private volatile long readNanos;

    /**
     * A header.
     *
     * @param value the credential itself
     */
    public record Header(String name, Secret value) {}

    private Credential(ServiceConfig service, Supplier<HttpClient> http, LongSupplier clockNanos) {
        this.secrets = service.secrets();
        this.credentials = service.credentials();
        this.fetched = service.credentials() instanceof Credentials.Client client
                ? Optional.of(new FetchedTokens(client, secrets, service.responseTimeout(), http, clockNanos))
                : Optional.empty();
        this.clockNanos = clockNanos;
        this.header = header(service.credentials());
        this.readNanos = clockNanos.getAsLong();
    }

    /**
     * @param http by which tokens are fetched
     * @param clockNanos by which tokens grow old
     */
    public static Credential of(ServiceConfig service, Supplier<HttpClient> http, LongSupplier clockNanos) {
        return new Credential(service, http, clockNanos);
    }

    /** The one of this moment: at once, unless a token is to be fetched first. */
    CompletableFuture<Optional<Header>> header() {
        if (fetched.isPresent()) {
            return fetched.get().token().thenApply(token -> Optional.of(bearer(token)));
        }
        if (clockNanos.getAsLong() - readNanos > FRESH_NANOS) {
            read();
        }
        return CompletableFuture.completedFuture(header);
    }

    /** One after that, which the service does not know or does not know any more; the same if there is no other. */
    CompletableFuture<Optional<Header>> otherThan(Optional<Header> unknown) {
        if (fetched.isPresent() && unknown.isPresent()) {
            final Secret token = new Secret(unknown.get().value().value().substring(BEARER.length()));
            return fetched.get().otherThan(token).thenApply(other -> Optional.of(bearer(other)));
        }
        read();
        return CompletableFuture.completedFuture(header);
    }

    /** What the service may repeat of it, and messages do not. */
    Secrets secrets() {
        return secrets;
    }

    private synchronized void read() {
        final Optional<Credentials.Header> now =
                credentials instanceof Credentials.Header its ? its.now() : Optional.empty();
        now.filter(its -> !header.equals(header(its))).ifPresent(its -> {
            its.secrets().forEach(secrets::add);
            header = header(its);
        });
        readNanos = clockNanos.getAsLong();
    }

    private static Header bearer(Secret token) {
        return new Header("Authorization", new Secret(BEARER + token.value()));
    }

    private static Optional<Header> header(Credentials credentials) {
        return credentials instanceof Credentials.Header its
                ? Optional.of(new Header(its.name(), its.value()))
                : Optional.empty();
    }
}
