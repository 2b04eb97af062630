package dev.sluice.replay;

import dev.sluice.service.config.yaml.Units;
import java.time.Duration;
import java.util.OptionalLong;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations and sizes on a command line, written as in a gateway's configuration. */
final class Amount {

    private Amount() {}

    /** Reads a duration. */
    static Duration time(String text) {
        final OptionalLong millis = Units.TIME.parse(text);
        if (millis.isEmpty()) {
            throw new TypeConversionException(
                    "'" + text + "' is no duration: write a whole number and a unit, such as 90s, 15m, 36h or 7d");
        }
        return Duration.ofMillis(millis.getAsLong());
    }

    /** Reads a size in bytes. */
    static final class OfSpace implements ITypeConverter<Long> {

        @Override
        public Long convert(String text) {
            return Units.SIZE
                    .parse(text)
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + text + "' is no size: write a whole number and a unit, such as 512MB or 2GB"));
        }
    }
}
