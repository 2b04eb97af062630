package dev.sluice.perf.system;

import dev.sluice.perf.report.Measurement;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A simulated latency on the command line, a time with its unit: {@code 1ms} or {@code 500us}. */
public final class Latency implements ITypeConverter<Duration> {

    private static final Pattern FORMAT = Pattern.compile("([0-9]{1,6})(ms|us)");

    @Override
    public Duration convert(String text) {
        final Matcher time = FORMAT.matcher(text);
        if (!time.matches()) {
            throw new TypeConversionException("'" + text + "' is no latency: 1ms and 500us are");
        }
        final long number = Long.parseLong(time.group(1));
        return time.group(2).equals("ms") ? Duration.ofMillis(number) : Duration.ofNanos(number * 1_000);
    }

    /** In milliseconds, as a report shows it. */
    public static String shown(Duration latency) {
        return Measurement.number(latency.toNanos() / 1e6).replaceAll("\\.?0+$", "") + " ms";
    }
}
