package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.HttpFormat;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Secret;
import dev.sluice.service.config.yaml.Section;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where health and metrics are served.
 *
 * @param address the address or host name to listen at; one that others reach has a token
 * @param port 0: one that is free
 * @param token what must be sent as {@code Authorization: Bearer}; empty: nothing
 */
public record HealthConfig(String address, int port, Optional<Secret> token) {

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|::1");

    /** Nobody else can have one of these lead to this server. */
    private static final Pattern ADDRESS_LITERAL = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]");

    private static final Pattern PORT_OF_HOST = Pattern.compile(":[0-9]{1,5}$");

    static final Keys KEYS = new Keys();
    private static final Key<Integer> PORT =
            KEYS.optional("port", Format.wholeNumber(0, 65_535), "no health and no metrics", """
            The port of an HTTP server with the live page at /, which is text at /status and JSON at /state, /health/live,
            /health/ready, /health/started, and /metrics for Prometheus; 0 takes one that is free, and the log says which.""");
    private static final Key<String> ADDRESS = KEYS.of("address", Format.text(), "127.0.0.1", """
            The address that server listens at. One that other machines reach needs a token: metrics tell names and
            loads, and reasons what a database said. What is sent is not encrypted.""");
    private static final Key<Secret> TOKEN = KEYS.optional("token", HttpFormat.token(), "none", """
            What callers send as Authorization: Bearer, or a browser as password with any name; never printed. Take it
            from the environment, ${NAME}, or from a file, ${file:/run/secrets/health}. With it the page shows what failed
            requests asked and were answered, too; without it every user of this host can read the page.""");

    /** Nothing is served unless the port is set. */
    static Optional<HealthConfig> read(Section section) {
        section.allow(KEYS);
        final Optional<Integer> port = section.find(PORT);
        final String address = section.get(ADDRESS);
        final Optional<Secret> token = section.find(TOKEN);
        if (!section.isEmpty() && !section.has(PORT)) {
            section.require(PORT, 0);
        }
        if (!LOOPBACK.matcher(address).matches() && !section.has(TOKEN)) {
            section.report(ADDRESS, "other machines may reach '" + address + "': set token, or use 127.0.0.1");
        }
        return port.map(number -> new HealthConfig(address, number, token));
    }

    /**
     * Whether a request's {@code Host} is a name of this server, and none that an attacker may have pointed to it. Ports are not
     * compared, as a port-forward shows another one.
     */
    public boolean isReachedAs(String host) {
        final String name = PORT_OF_HOST.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
        return name.equals("localhost") || ADDRESS_LITERAL.matcher(name).matches() || name.equalsIgnoreCase(address);
    }
}
