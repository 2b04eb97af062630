package dev.sluice.service.admin.control;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.sluice.service.config.ControlConfig;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Decides by the head of a request whether it may ask for anything. The token alone would do for a program; what else is looked at
 * keeps browsers out that some page has sent, by whatever name it found this server.
 */
final class Gatekeeper {

    /** Where it is told what was ordered and holds. */
    static final String ORDERS = "/control/orders";

    private static final String BEARER = "Bearer ";
    /** No name stands behind it that somebody else could point to this server. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]");

    private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}$");

    /**
     * A request that goes no further.
     *
     * @param status the HTTP status
     */
    record Refusal(int status, String why) {}

    private final ControlConfig config;
    private final String address;

    /** @param address what the server listens at */
    Gatekeeper(ControlConfig config, String address) {
        this.config = config;
        this.address = address;
    }

    /** Returns why a request is refused; empty if it is not. */
    Optional<Refusal> refuses(HttpExchange exchange) {
        final Headers headers = exchange.getRequestHeaders();
        final String host = only(headers, "Host").toLowerCase(Locale.ROOT);
        if (!known(host)) {
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
        if (!mayPass(headers)) {
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

    /** A port-forward shows the server at another port, so ports are not compared. */
    private boolean known(String host) {
        final String name = PORT.matcher(host).replaceFirst("");
        return name.equals("localhost")
                || ADDRESS.matcher(name).matches()
                || name.equals(address.toLowerCase(Locale.ROOT))
                || config.hosts().stream().anyMatch(name::equalsIgnoreCase);
    }

    private static boolean own(String origin, String host) {
        return origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host);
    }

    private boolean mayPass(Headers headers) {
        final String sent = only(headers, "Authorization");
        return sent.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && MessageDigest.isEqual(
                        sent.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8),
                        config.token().value().getBytes(StandardCharsets.UTF_8));
    }

    /** A header that is sent twice is as good as none. */
    private static String only(Headers headers, String name) {
        final List<String> values = headers.getOrDefault(name, List.of());
        return values.size() == 1 ? values.get(0).strip() : "";
    }
}
