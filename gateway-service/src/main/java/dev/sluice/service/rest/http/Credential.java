package dev.sluice.service.rest.http;

import dev.sluice.service.config.Credentials;
import dev.sluice.service.config.Credentials.Header;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.yaml.Secrets;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The header with which the gateway authenticates itself. It is sent with every request, without waiting for a challenge, and
 * is never printed. A password, key or token from a file is read again from time to time. Any thread may use it.
 */
public final class Credential {

    /** The age after which a credential from a file is read again. */
    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

    private final Secrets secrets;
    private final Optional<FetchedTokens> fetched;
    private final LongSupplier clockNanos;
    private volatile Optional<Header> header;
    private volatile long readNanos;

    /**
     * @param http the HTTP client that fetches tokens
     * @param clockNanos the clock that measures the age of tokens
     */
    public Credential(ServiceConfig service, Supplier<HttpClient> http, LongSupplier clockNanos) {
        this.secrets = service.secrets();
        this.fetched = service.credentials() instanceof Credentials.Client client
                ? Optional.of(new FetchedTokens(client, secrets, service.responseTimeout(), http, clockNanos))
                : Optional.empty();
        this.clockNanos = clockNanos;
        this.header = service.credentials() instanceof Header its ? Optional.of(its) : Optional.empty();
        this.readNanos = clockNanos.getAsLong();
    }

    /** Returns the current header; the future is complete unless a token has to be fetched first. */
    CompletableFuture<Optional<Header>> header() {
        if (fetched.isPresent()) {
            return fetched.get().token().thenApply(token -> Optional.of(Credentials.bearer(token)));
        }
        if (clockNanos.getAsLong() - readNanos > FRESH_NANOS) {
            read();
        }
        return CompletableFuture.completedFuture(header);
    }

    /** Returns the header to use after the service rejected the given header; the same header if there is no other. */
    CompletableFuture<Optional<Header>> otherThan(Optional<Header> unknown) {
        if (fetched.isPresent() && unknown.isPresent()) {
            return fetched.get()
                    .otherThan(unknown.get().secret())
                    .thenApply(other -> Optional.of(Credentials.bearer(other)));
        }
        read();
        return CompletableFuture.completedFuture(header);
    }

    /** Returns the secrets in the header. Messages must not contain them, even if they quote a response in which the service repeats them. */
    Secrets secrets() {
        return secrets;
    }

    private synchronized void read() {
        header.flatMap(Header::now)
                .filter(now -> !header.equals(Optional.of(now)))
                .ifPresent(now -> {
                    now.secrets().forEach(secrets::add);
                    header = Optional.of(now);
                });
        readNanos = clockNanos.getAsLong();
    }
}
