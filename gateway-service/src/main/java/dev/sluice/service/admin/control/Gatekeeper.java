package dev.sluice.service.admin.control;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.sluice.service.admin.Authorization;
import dev.sluice.service.config.HealthConfig;
import dev.sluice.service.config.yaml.Secret;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Decides by the head of a request whether it may ask for anything. The token alone would do for a program; what else is looked at
 * keeps browsers out that some page has sent, by whatever name it found this server.
 */
final class Gatekeeper {

    /** Where it is told what was ordered and holds. */
    static final String ORDERS = "/control/orders";

    /**
     * A request that goes no further.
     *
     * @param status the HTTP status
     */
    record Refusal(int status, String why) {}

    private final HealthConfig server;
    private final Secret token;

    Gatekeeper(HealthConfig server, Secret token) {
        this.server = server;
        this.token = token;
    }

    /** Returns why a request is refused; empty if it is not. */
    Optional<Refusal> refuses(HttpExchange exchange) {
        final Headers headers = exchange.getRequestHeaders();
        final String host = only(headers, "Host").toLowerCase(Locale.ROOT);
        if (!server.isReachedAs(host)) {
            return refusal(
                    403, "this server is not reached by that name: use its address, or name it in control.hosts");
        }
        if (headers.containsKey("Origin") && !own(only(headers, "Origin"), host)) {
            return refusal(403, "another origin may not do anything here");
        }
        final String method = exchange.getRequestMethod();
        final boolean reads = exchange.getRequestURI().getPath().equals(ORDERS);
        if (!method.equals("POST") && !(reads && method.equals("GET"))) {
            return refusal(405, reads ? "only GET and POST" : "only POST");
        }
        if (!new Authorization(only(headers, "Authorization")).bears(token)) {
            return refusal(401, "send the token of control.token as Authorization: Bearer");
        }
        final String type = only(headers, "Content-Type").toLowerCase(Locale.ROOT);
        if (method.equals("POST") && !type.split(";", 2)[0].strip().equals("application/json")) {
            return refusal(415, "send application/json");
        }
        return Optional.empty();
    }

    private static Optional<Refusal> refusal(int status, String why) {
        return Optional.of(new Refusal(status, why));
    }

    private static boolean own(String origin, String host) {
        return origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host);
    }

    /** A header that is sent twice is as good as none. */
    private static String only(Headers headers, String name) {
        final List<String> values = headers.getOrDefault(name, List.of());
        return values.size() == 1 ? values.get(0).strip() : "";
    }
}
