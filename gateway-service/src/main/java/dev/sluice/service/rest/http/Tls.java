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

/** Creates the TLS context of a service that configures a key store or a trust store. The HTTP client checks host names. */
public final class Tls {

    private Tls() {}

    /**
     * Returns the TLS context of a service; empty if the service uses the JDK's default.
     *
     * @throws IllegalArgumentException if a store cannot be read; the message names the store, but not its password
     */
    public static Optional<SSLContext> context(ServiceConfig service) {
        if (service.keyStore().isEmpty() && service.trustStore().isEmpty()) {
            return Optional.empty();
        }
        try {
            KeyManager[] keys = null; // the JDK's default
            TrustManager[] trusted = null;
            if (service.keyStore().isPresent()) {
                final Secret password = service.keyStorePassword();
                final KeyManagerFactory factory =
                        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                factory.init(
                        read(service.name(), "keyStore", service.keyStore().get(), password),
                        password.value().toCharArray());
                keys = factory.getKeyManagers();
            }
            if (service.trustStore().isPresent()) {
                final TrustManagerFactory factory =
                        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                factory.init(
                        read(service.name(), "trustStore", service.trustStore().get(), service.trustStorePassword()));
                trusted = factory.getTrustManagers();
            }
            final SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trusted, null);
            return Optional.of(context);
        } catch (final GeneralSecurityException e) {
            throw new IllegalArgumentException("services." + service.name() + ": TLS cannot be set up: " + e, e);
        }
    }

    private static KeyStore read(String service, String key, Path file, Secret password)
            throws GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            final KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password.value().toCharArray());
            return store;
        } catch (final IOException e) {
            throw new IllegalArgumentException(
                    "services." + service + "." + key + ": cannot read " + file + " as a PKCS 12 store with the"
                            + " configured password: " + e,
                    e);
        }
    }
}
