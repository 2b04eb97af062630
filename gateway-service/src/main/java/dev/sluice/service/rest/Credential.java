package dev.sluice.service.rest;

import dev.sluice.service.config.Secret;
import dev.sluice.service.config.Secrets;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.ServiceConfig.Credentials;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The header by which the gateway says who it is: sent with every request, without being asked first. Never printed. A
 * token from a file is read again now and then. Any thread.
 */
final class Credential {

    private static final String BEARER = "Bearer ";
    /** How old what was read of a file may be. */
    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

    private final Secrets secrets;
    private final Supplier<Optional<Secret>> again;
    private final LongSupplier clockNanos;
    private volatile Optional<Header> header;
    private volatile long readNanos;

    /**
     * A header.
     *
     * @param value the credential itself
     */
    record Header(String name, Secret value) {}

    private Credential(ServiceConfig service, LongSupplier clockNanos) {
        this.secrets = service.secrets();
        this.again = service.credentials() instanceof Credentials.Bearer bearer ? bearer.again() : Optional::empty;
        this.clockNanos = clockNanos;
        this.header = header(service.credentials());
        this.readNanos = clockNanos.getAsLong();
    }

    /** @param clockNanos by which what was read of a file grows old */
    static Credential of(ServiceConfig service, LongSupplier clockNanos) {
        return new Credential(service, clockNanos);
    }

    /** The one of this moment. */
    Optional<Header> header() {
        if (clockNanos.getAsLong() - readNanos > FRESH_NANOS) {
            read();
        }
        return header;
    }

    /** Whether there is another one than that, which the service does not know or does not know any more. */
    boolean hasOtherThan(Optional<Header> unknown) {
        read();
        return !header.equals(unknown);
    }

    /** What the service may repeat of it, and messages do not. */
    Secrets secrets() {
        return secrets;
    }

    private synchronized void read() {
        again.get()
                .map(Credential::bearer)
                .filter(now -> !header.equals(Optional.of(now)))
                .ifPresent(now -> {
                    secrets.add(new Secret(now.value().value().substring(BEARER.length())));
                    header = Optional.of(now);
                });
        readNanos = clockNanos.getAsLong();
    }

    private static Header bearer(Secret token) {
        return new Header("Authorization", new Secret(BEARER + token.value()));
    }

    private static Optional<Header> header(Credentials credentials) {
        if (credentials instanceof Credentials.Bearer bearer) {
            return Optional.of(bearer(bearer.token()));
        }
        if (credentials instanceof Credentials.Basic basic) {
            return Optional.of(new Header(
                    "Authorization", new Secret("Basic " + basic.encoded().value())));
        }
        if (credentials instanceof Credentials.ApiKey key) {
            return Optional.of(new Header(key.header(), key.key()));
        }
        return Optional.empty();
    }
}
