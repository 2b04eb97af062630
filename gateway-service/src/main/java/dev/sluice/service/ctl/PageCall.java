package dev.sluice.service.ctl;

import dev.sluice.service.config.yaml.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One request for the page of a running gateway, as text.
 *
 * @param token what health.token asks for
 */
record PageCall(URI server, Optional<Secret> token) {

    private static final int LONGEST_MILLIS = 5_000;

    /** The gateway is not there. */
    static final class NotThereException extends Exception {

        private static final long serialVersionUID = 1L;

        NotThereException(String message) {
            super(message);
        }
    }

    /**
     * Reads it.
     *
     * @throws NotThereException if no gateway shows it
     */
    String text() throws NotThereException {
        try {
            final HttpURLConnection connection = open();
            final int status = connection.getResponseCode();
            if (status == 401) {
                throw new NotThereException("the gateway at " + server
                        + " asks for its health.token: set SLUICE_HEALTH_TOKEN, or give --token-file or --config");
            } else if (status != 200) {
                throw new NotThereException(
                        "status " + status + " from " + server + ": that is no gateway of this version");
            }
            try (InputStream in = connection.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (final IOException | URISyntaxException e) {
            throw new NotThereException("no gateway at " + server + ": " + e.getMessage()
                    + "; is it running, and does its health.port say so?");
        }
    }

    /** A connection to the gateway itself, whatever proxy is set: nobody else is to see the token. */
    private HttpURLConnection open() throws IOException, URISyntaxException {
        final URI url = new URI(server.getScheme(), null, server.getHost(), server.getPort(), "/top", null, null);
        final HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(LONGEST_MILLIS);
        connection.setReadTimeout(LONGEST_MILLIS);
        connection.setInstanceFollowRedirects(false);
        token.ifPresent(its -> connection.setRequestProperty("Authorization", "Bearer " + its.value()));
        return connection;
    }
}
