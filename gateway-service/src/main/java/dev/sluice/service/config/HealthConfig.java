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
 * The server for health and metrics.
 *
 * @param address the address or host name to listen at; a token is needed if other machines can reach it
 * @param port the port; 0 for any free port
 * @param token the token that callers must send as {@code Authorization: Bearer}; empty if they need none
 */
public record HealthConfig(String address, int port, Optional<Secret> token) {

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|::1");

    /** An IP address. An attacker can make a host name resolve to this server (DNS rebinding), but not an IP address. */
    private static final Pattern ADDRESS_LITERAL = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]");

    private static final Pattern PORT_OF_HOST = Pattern.compile(":[0-9]{1,5}$");

    static final Keys KEYS = new Keys();
    private static final Key<Integer> PORT =
            KEYS.optional("port", Format.wholeNumber(0, 65_535), "no health and no metrics", """
            The HTTP port of the live page at /, /status, /state, /health/live, /health/ready, /health/started, and
            /metrics for Prometheus. 0 takes a free port, which the log names.""");
    private static final Key<String> ADDRESS = KEYS.of("address", Format.text(), "127.0.0.1", """
            Where it listens, without encryption. If other machines can reach it, a token is needed.""");
    private static final Key<Secret> TOKEN = KEYS.optional("token", HttpFormat.token(), "none", """
            What callers send as Authorization: Bearer, and browsers as any user's password; never printed. Take it from
            ${NAME} or ${file:/run/secrets/health}. With it the page also shows arguments and results of failed
            requests; without it every user of this host can read the page.""");

    /** Reads the section. Returns empty if the port is not set; then nothing is served. */
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
     * Whether the {@code Host} header of a request names this server. Returns false for any other host name, because an attacker
     * may have made it resolve to this server. Ports are not compared, because they differ behind a port forwarding.
     */
    public boolean isReachedAs(String host) {
        final String name = PORT_OF_HOST.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
        return name.equals("localhost") || ADDRESS_LITERAL.matcher(name).matches() || name.equalsIgnoreCase(address);
    }
}
