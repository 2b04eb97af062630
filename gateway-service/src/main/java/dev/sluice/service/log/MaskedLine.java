package dev.sluice.service.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Context;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** A line of the log, stack and all, without what must not stand in it. */
final class MaskedLine extends EncoderBase<ILoggingEvent> {

    private final Encoder<ILoggingEvent> line;
    private final UnaryOperator<String> masked;

    /** @param line not started yet */
    MaskedLine(Encoder<ILoggingEvent> line, UnaryOperator<String> masked) {
        this.line = line;
        this.masked = masked;
    }

    @Override
    public void setContext(Context context) {
        super.setContext(context);
        line.setContext(context);
    }

    @Override
    public void start() {
        line.start();
        super.start();
    }

    @Override
    public void stop() {
        line.stop();
        super.stop();
    }

    @Override
    public byte[] headerBytes() {
        return line.headerBytes();
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        final String text = new String(line.encode(event), StandardCharsets.UTF_8);
        return masked.apply(text).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return line.footerBytes();
    }
}
