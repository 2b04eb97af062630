package dev.sluice.service.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/**
 * {@code 2026-11-22T03:14:07.512+01:00 [WARN] letters: main is away: …}. A message of several lines is indented from the
 * second on, so that nothing that a job or a database wrote can pass for a line of the gateway's own.
 */
final class TextLine extends LayoutBase<ILoggingEvent> {

    private static final Pattern LINE_END = Pattern.compile("\\R");
    private static final String NEXT_LINE = "\n  ";

    private final DateTimeFormatter time =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").withZone(ZoneId.systemDefault());

    @Override
    public String doLayout(ILoggingEvent event) {
        final StringBuilder line = new StringBuilder(160);
        time.formatTo(Instant.ofEpochMilli(event.getTimeStamp()), line);
        line.append(" [").append(event.getLevel()).append("] ").append(said(event));
        if (event.getThrowableProxy() != null) {
            line.append('\n')
                    .append(ThrowableProxyUtil.asString(event.getThrowableProxy())
                            .strip());
        }
        return line.append('\n').toString();
    }

    private static String said(ILoggingEvent event) {
        final String message = String.valueOf(event.getFormattedMessage());
        final String gateway = event.getLoggerContextVO().getPropertyMap().getOrDefault(LogSetup.GATEWAY, "");
        final boolean named = gateway.isEmpty() || message.startsWith(gateway + ": ");
        return LINE_END.matcher(named ? message : gateway + ": " + message).replaceAll(NEXT_LINE);
    }
}
