package dev.sluice.service.config;

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
    private static final Pattern PARAMETERS = Pattern.compile("[?;].*", Pattern.DOTALL);

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
