package dev.sluice.perf.coalesce;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How long a call takes: anything between the two with equal chance.
 *
 * @param leastMicros in microseconds
 * @param mostMicros in microseconds
 */
record Delay(long leastMicros, long mostMicros) {

    Delay {
        if (leastMicros < 0 || mostMicros < leastMicros) {
            throw new IllegalArgumentException(
                    "A call cannot take " + leastMicros + " to " + mostMicros + " us: at least 0, the less first");
        }
    }

    /** Around a mean: from half of it to half as much again. */
    static Delay around(long meanMicros) {
        return new Delay(meanMicros / 2, meanMicros + meanMicros / 2);
    }

    double meanMillis() {
        return (leastMicros + mostMicros) / 2e3;
    }

    @Override
    public String toString() {
        return leastMicros / 1e3 + " to " + mostMicros / 1e3 + " ms";
    }

    /** Reads two numbers of milliseconds. */
    static final class Converter implements ITypeConverter<Delay> {

        private static final Pattern FORMAT = Pattern.compile("([0-9]{1,5})-([0-9]{1,5})");

        @Override
        public Delay convert(String text) {
            final Matcher both = FORMAT.matcher(text);
            if (!both.matches()) {
                throw new TypeConversionException("'" + text + "' is no time of a call: 10-30 is, in milliseconds");
            }
            return new Delay(1_000L * Long.parseLong(both.group(1)), 1_000L * Long.parseLong(both.group(2)));
        }
    }
}
