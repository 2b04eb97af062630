package dev.sluice.service.config;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address of a database. Printed without its parameters, since drivers accept keys and passphrases there.
 *
 * @param value the whole URL, for the driver
 */
public record JdbcUrl(String value) {

    private static final Pattern PASSWORD = Pattern.compile(
            "(password|passwd|pwd)\\s*=|//[^/@?]*:[^/@?]*@|^jdbc:oracle:[^@]*/[^@]+@", Pattern.CASE_INSENSITIVE);
    private static final Pattern SECRET_PARAMETER = Pattern.compile(
            "[?;&][^?;&=]*(?:key|secret|token|pass|credential)[^?;&=]*=([^;&]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern PARAMETERS = Pattern.compile("[?;].*", Pattern.DOTALL);

    /** What seems to be secret of its parameters: drivers repeat it in messages, without the rest of the URL. */
    List<Secret> secrets() {
        return SECRET_PARAMETER
                .matcher(value)
                .results()
                .map(parameter -> new Secret(parameter.group(1)))
                .toList();
    }

    /** The URL, or empty if the text is not one or carries a password. */
    static Optional<JdbcUrl> parse(String text) {
        final boolean fits = text.startsWith("jdbc:") && !PASSWORD.matcher(text).find();
        return fits ? Optional.of(new JdbcUrl(text)) : Optional.empty();
    }

    @Override
    public String toString() {
        return PARAMETERS.matcher(value).replaceFirst("");
    }
}
