package dev.sluice.service.rest.http;

import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.config.yaml.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Who the gateway is and whom it trusts, where a service says so. Host names are checked by the HTTP client. */
public final class Tls {

    private Tls() {}

    /**
     * The context of a service; empty if the JDK's own will do.
     *
     * @throws IllegalArgumentException if a store cannot be read; the message says which, and not its password
     */
    public static Optional<SSLContext> context(ServiceConfig service) {
        if (service.keyStore().isEmpty() && service.trustStore().isEmpty()) {
            return Optional.empty();
        }
        try {
            final SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(service), trusted(service), null);
            return Optional.of(context);
        } catch (final GeneralSecurityException e) {
            throw new IllegalArgumentException("services." + service.name() + ": TLS cannot be set up: " + e, e);
        }
    }

    /** None means the JDK's. */
    private static KeyManager[] keys(ServiceConfig service) throws GeneralSecurityException {
        if (service.keyStore().isEmpty()) {
            return null;
        }
        final Secret password = service.keyStorePassword();
        final KeyStore store =
                read(service.name(), "keyStore", service.keyStore().get(), password);
        final KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password.value().toCharArray());
        return keys.getKeyManagers();
    }

    /** None means the JDK's authorities. */
    private static TrustManager[] trusted(ServiceConfig service) throws GeneralSecurityException {
        if (service.trustStore().isEmpty()) {
            return null;
        }
        final KeyStore store =
                read(service.name(), "trustStore", service.trustStore().get(), service.trustStorePassword());
        final TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust.getTrustManagers();
    }

    private static KeyStore read(String service, String key, Path file, Secret password)
            throws GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            final KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password.value().toCharArray());
            return store;
        } catch (final IOException e) {
            throw new IllegalArgumentException(
                    "services." + service + "." + key + ": cannot read " + file + " as a PKCS 12 store with its"
                            + " password: " + e,
                    e);
        }
    }
}
