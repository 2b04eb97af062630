package dev.sluice.service.config.yaml;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The URL of a database. It is printed without its parameters, because these may contain keys and passphrases.
 *
 * @param value the whole URL, for the driver
 */
public record JdbcUrl(String value) {

    private static final Pattern PASSWORD = Pattern.compile(
            "(password|passwd|pwd)\\s*=|//[^/@?]*:[^/@?]*@|^jdbc:oracle:[^@]*/[^@]+@", Pattern.CASE_INSENSITIVE);
    private static final Pattern SECRET_PARAMETER = Pattern.compile(
            "[?;&][^?;&=]*(?:key|secret|token|pass|credential)[^?;&=]*=([^;&]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern PARAMETERS = Pattern.compile("[?;].*", Pattern.DOTALL);

    /**
     * Returns the values of parameters that seem to be secret. Drivers may repeat them in messages without the rest of the URL.
     */
    public List<Secret> secrets() {
        return SECRET_PARAMETER
                .matcher(value)
                .results()
                .flatMap(parameter -> Stream.of(parameter.group(1), decoded(parameter.group(1))))
                .distinct()
                .map(Secret::new)
                .toList();
    }

    private static String decoded(String parameter) {
        try {
            return URLDecoder.decode(parameter, StandardCharsets.UTF_8);
        } catch (final IllegalArgumentException e) {
            return parameter; // it is not encoded
        }
    }

    /** Parses a URL; empty if the text is no JDBC URL or contains a password. */
    public static Optional<JdbcUrl> parse(String text) {
        final boolean fits = text.startsWith("jdbc:") && !PASSWORD.matcher(text).find();
        return fits ? Optional.of(new JdbcUrl(text)) : Optional.empty();
    }

    @Override
    public String toString() {
        return PARAMETERS.matcher(value).replaceFirst("");
    }
}
