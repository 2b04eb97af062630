package dev.sluice.service.log;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The stream that slf4j-simple prints its events to: {@code 2026-11-22T03:14:07.512+01:00 [WARN] letters: main is away: …}. A
 * line has the gateway's name once that is known, and no secrets. An event of several lines is indented from the second on, so
 * that nothing that a job or a database wrote can pass for a line of the gateway's own.
 *
 * <p>slf4j-simple prints an event as a line and a stack, then flushes, all under a lock of its own.
 */
final class TextLines extends PrintStream {

    private static final Pattern LINE_END = Pattern.compile("\\R");
    private static final String LEVEL_END = "] ";

    private final StringBuilder event = new StringBuilder();

    TextLines(PrintStream standardError) {
        super(standardError);
    }

    @Override
    public void println(String line) {
        event.append(line).append('\n');
    }

    /** A line of a stack. */
    @Override
    public void println(Object line) {
        println(String.valueOf(line));
    }

    @Override
    public void flush() {
        if (event.length() > 0) {
            final String lines =
                    LINE_END.matcher(named(event.toString()).strip()).replaceAll("\n  ");
            event.setLength(0);
            final byte[] bytes = (LogSetup.masked(lines) + "\n").getBytes(StandardCharsets.UTF_8);
            write(bytes, 0, bytes.length);
        }
        super.flush();
    }

    private static String named(String event) {
        final String gateway = LogSetup.gateway();
        final int message = event.indexOf(LEVEL_END) + LEVEL_END.length();
        return gateway.isEmpty() || event.startsWith(gateway + ": ", message)
                ? event
                : event.substring(0, message) + gateway + ": " + event.substring(message);
    }
}
