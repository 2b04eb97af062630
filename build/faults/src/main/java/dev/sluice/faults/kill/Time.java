package dev.sluice.faults.kill;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a duration on the command line, such as 60s or 5m. */
public final class Time implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
        try {
            return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
        } catch (final DateTimeParseException e) {
            throw new TypeConversionException("'" + text + "' is not a time such as 60s or 5m");
        }
    }
}
