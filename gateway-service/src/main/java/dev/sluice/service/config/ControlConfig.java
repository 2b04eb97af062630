package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.HttpFormat;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Secret;
import dev.sluice.service.config.yaml.Section;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who may have the running gateway do something, over the HTTP server of health and metrics.
 *
 * @param token what must be sent as {@code Authorization: Bearer}
 * @param audit the file where every act is a line; empty: the log alone has it
 * @param hosts names by which the server is reached, besides its address and localhost
 */
public record ControlConfig(Secret token, Optional<Path> audit, List<String> hosts) {

    static final String SECTION = "control";

    static final Keys KEYS = new Keys();
    private static final Key<Secret> TOKEN =
            KEYS.optional("token", HttpFormat.longToken(16, 4096), "nobody has it do anything", """
            What sluice ctl sends as Authorization: Bearer, never printed: whoever has it can pause, drain and stop the
            gateway. Take it from the environment, ${NAME}, or from a file, ${file:/run/secrets/control}. Needs
            health.port, where /control/ is served then.""");
    private static final Key<Path> AUDIT = KEYS.optional("audit", Format.path(), "the log alone", """
            A file to which every act is appended as a line, also one that was refused: when, who, from where, what, with
            what outcome and why. It is on disk before the act is answered, and grows until you rotate it.""");
    private static final Key<String> HOSTS = KEYS.list("hosts", Format.text(), "none", """
            Host names by which sluice ctl reaches the server, without ports, besides health.address, localhost and IP
            addresses. Under any other name it is refused: the name may be an attacker's, in a browser of yours.""");

    /** Nothing is controlled unless the token is set. */
    static Optional<ControlConfig> read(Section section, boolean served) {
        section.allow(KEYS);
        final Optional<Secret> token = section.find(TOKEN);
        final Optional<Path> audit = section.find(AUDIT).map(section::resolve).map(file -> section.cameTo(AUDIT, file));
        final List<String> hosts = section.findList(HOSTS).orElse(List.of());
        section.cameTo(HOSTS, Set.copyOf(hosts));
        if (!section.isEmpty() && !section.has(TOKEN)) {
            section.require(TOKEN, new Secret(""));
        }
        if (section.has(TOKEN) && !served) {
            section.report("it is served where health is: set health.port");
        }
        return token.map(its -> new ControlConfig(its, audit, hosts));
    }
}
