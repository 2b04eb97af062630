package dev.sluice.service.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.service.config.yaml.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;

/** One request to the control of a running gateway. */
final class ControlCall {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    /** The word that asks for the orders that hold, and for no act. */
    static final String ORDERS = "orders";

    private static final int CONNECT_MILLIS = 5_000;
    /** Each lane in a long turn is waited for some seconds. */
    private static final int READ_MILLIS = 120_000;

    /** The gateway is not there. */
    static final class NotThereException extends Exception {

        private static final long serialVersionUID = 1L;

        NotThereException(String message) {
            super(message);
        }
    }

    /**
     * The answer of the gateway.
     *
     * @param error why it was refused or failed; empty if it was done
     * @param json the body
     */
    record Answer(Optional<String> error, JsonNode json) {}

    private final URI server;
    private final Secret token;
    private final String instead;

    /** @param instead what to do where the server or the token is another one; may be empty */
    ControlCall(URI server, Secret token, String instead) {
        this.server = server;
        this.token = token;
        this.instead = instead;
    }

    /**
     * Asks for an act, or for what was ordered.
     *
     * @param act its word
     * @throws NotThereException if no gateway answers
     */
    Answer ask(String act, Map<String, String> arguments) throws NotThereException {
        final boolean looks = act.equals(ORDERS) || arguments.containsKey("dryRun");
        final String doubt = looks ? "" : "; whether it was done, its audit says";
        try {
            final HttpURLConnection connection = open(server, "/control/" + act, Optional.of(token));
            connection.setReadTimeout(READ_MILLIS);
            connection.setRequestMethod("POST");
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            final byte[] body = MAPPER.writeValueAsBytes(arguments);
            connection.setFixedLengthStreamingMode(body.length); // sent once, whatever goes wrong
            connection.getOutputStream().write(body);
            return answer(connection);
        } catch (final ConnectException | UnknownHostException e) {
            throw new NotThereException("no gateway at " + server + ": " + e.getMessage()
                    + "; is it running, and does its health.port say so?" + instead);
        } catch (final SocketTimeoutException e) {
            throw new NotThereException("the gateway at " + server + " does not answer: " + e.getMessage() + doubt);
        } catch (final IOException | URISyntaxException e) {
            throw new NotThereException(
                    "what is at " + server + " is no gateway, or it ended: " + e.getMessage() + doubt);
        }
    }

    /** A connection to the gateway itself, whatever proxy is set: nobody else is to see the token. */
    static HttpURLConnection open(URI server, String path, Optional<Secret> token)
            throws IOException, URISyntaxException {
        final URI url = new URI(server.getScheme(), null, server.getHost(), server.getPort(), path, null, null);
        final HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(CONNECT_MILLIS);
        connection.setInstanceFollowRedirects(false);
        token.ifPresent(its -> connection.setRequestProperty("Authorization", "Bearer " + its.value()));
        return connection;
    }

    private Answer answer(HttpURLConnection connection) throws IOException {
        final int status = connection.getResponseCode();
        final JsonNode json;
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            json = in == null ? MAPPER.createObjectNode() : MAPPER.readTree(in);
        }
        if (status == HttpURLConnection.HTTP_UNAUTHORIZED) { // whose body the JDK throws away
            return new Answer(
                    Optional.of("the gateway at " + server + " knows another token: send that of its control.token"
                            + instead),
                    json);
        }
        final String error = json.path("error").asText("");
        if (status == 200 && json.isObject()) {
            return new Answer(Optional.empty(), json);
        }
        return new Answer(
                Optional.of(
                        error.isEmpty()
                                ? "status " + status + ", and no reason: that is no gateway of this version"
                                : error),
                json);
    }
}
