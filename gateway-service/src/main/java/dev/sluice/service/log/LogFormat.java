package dev.sluice.service.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import java.nio.charset.StandardCharsets;

/** How a line of the log is written. */
public enum LogFormat {
    /** For people. */
    TEXT {
        @Override
        Encoder<ILoggingEvent> encoder(LoggerContext context) {
            final TextLine line = new TextLine();
            line.setContext(context);
            line.start();
            final LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
            encoder.setCharset(StandardCharsets.UTF_8);
            encoder.setLayout(line);
            return encoder;
        }
    },
    /** For programs: a JSON object on each line. */
    JSON {
        @Override
        Encoder<ILoggingEvent> encoder(LoggerContext context) {
            return JsonLine.encoder(context);
        }
    };

    /** Not started yet. */
    abstract Encoder<ILoggingEvent> encoder(LoggerContext context);
}
