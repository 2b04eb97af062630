package dev.sluice.service.ctl;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.DeclarationReview;
import dev.sluice.service.config.HealthConfig;
import dev.sluice.service.config.yaml.HttpFormat;
import dev.sluice.service.config.yaml.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that say which running gateway is meant, and with what token. */
final class Gatepost {

    private static final String TOKEN = "SLUICE_HEALTH_TOKEN";
    private static final URI USUAL = URI.create("http://127.0.0.1:9464");

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description =
                    "The gateway's configuration: where it is, and its token, if the options below say nothing else.")
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Where the gateway serves health. Default: by --config, or http://127.0.0.1:9464.")
    private Optional<URI> url = Optional.empty();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with the token of health.token. Default: the environment's " + TOKEN
                    + ", or that of --config.")
    private Optional<Path> tokenFile = Optional.empty();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** The way to the gateway's page, for which a token may be needed. */
    PageCall page() {
        final Optional<HealthConfig> health = health();
        return new PageCall(server(health), given().or(() -> health.flatMap(HealthConfig::token)));
    }

    private Optional<HealthConfig> health() {
        return config.map(file -> GatewayConfig.load(file, System::getenv, DeclarationReview.NONE)
                .health()
                .orElseThrow(() -> wrong(file + " sets no health.port, so nothing can be asked of its gateway")));
    }

    private Optional<Secret> given() {
        return tokenFile
                .map(this::read)
                .or(() -> url.map(URI::getUserInfo).map(user -> token("--url", user.substring(user.indexOf(':') + 1))))
                .or(() -> Optional.ofNullable(System.getenv(TOKEN))
                        .filter(text -> !text.isBlank())
                        .map(text -> token(TOKEN, text)));
    }

    /** Never shown: it may be something else that is secret. */
    private Secret token(String from, String text) {
        return HttpFormat.token()
                .parse()
                .apply(text.strip())
                .orElseThrow(() -> wrong(from + " holds no token: it must be one line of printable characters"));
    }

    private URI server(Optional<HealthConfig> health) {
        return url.map(this::checked).or(() -> health.map(this::at)).orElse(USUAL);
    }

    private URI checked(URI given) {
        if (!"http".equals(given.getScheme()) && !"https".equals(given.getScheme()) || given.getHost() == null) {
            throw wrong("--url: expected http://HOST:PORT"
                    + (given.getRawUserInfo() == null ? ", found '" + given + "'" : ""));
        }
        try {
            return new URI(given.getScheme(), null, given.getHost(), given.getPort(), null, null, null);
        } catch (final URISyntaxException e) {
            throw wrong("--url: expected http://HOST:PORT");
        }
    }

    /** A gateway that listens at all addresses is reached here at one of them. */
    private URI at(HealthConfig health) {
        if (health.port() == 0) {
            throw wrong("health.port is 0: the gateway's log says which it took; give it as --url");
        }
        final boolean all = Stream.of("0.0.0.0", "::").anyMatch(health.address()::equals);
        final String host = all ? "127.0.0.1" : health.address();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + health.port());
    }

    private Secret read(Path file) {
        try {
            return token("--token-file " + file, Files.readString(file));
        } catch (final NoSuchFileException e) {
            throw wrong("--token-file: there is no " + file);
        } catch (final IOException e) {
            throw wrong("--token-file: cannot read " + file + ": " + e.getMessage());
        }
    }

    private ParameterException wrong(String text) {
        return new ParameterException(spec.commandLine(), text);
    }
}
