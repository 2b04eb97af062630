package dev.sluice.service.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.logstash.logback.composite.AbstractJsonProvider;
import net.logstash.logback.composite.loggingevent.ThrowableClassNameJsonProvider;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashCommonFieldNames;
import net.logstash.logback.fieldnames.LogstashFieldNames;

/**
 * The log as JSON; Logback finds this class as a service. It does nothing in an application that embeds a gateway.
 *
 * <p>Each line has {@code timestamp} (ISO 8601, UTC), {@code level}, {@code logger}, {@code thread} and {@code message}, and
 * {@code gateway} as soon as the gateway's name is known. Some lines also have {@code backend}, {@code position} (of a request),
 * {@code error} (the class of an exception) and {@code stack} (the stack trace of the exception). {@code docs/how-to/operate.md}
 * promises these names.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_NORMAL_PRIORITY)
public final class JsonLog extends ContextAwareBase implements Configurator {

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (!LogSetup.used()) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        final Encoder<ILoggingEvent> encoder = Lines.encoder(context);
        encoder.start();
        final ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setTarget("System.err");
        console.setEncoder(encoder);
        console.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(console);
        final org.slf4j.event.Level level = LogSetup.level();
        setLevel(context, Logger.ROOT_LOGGER_NAME, LogSetup.ofLibraries(level));
        setLevel(context, LogSetup.OWN, level);
        LogSetup.TALKATIVE.forEach(library -> setLevel(context, library, LogSetup.ofTalkative(level)));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static void setLevel(LoggerContext context, String logger, org.slf4j.event.Level level) {
        context.getLogger(logger).setLevel(Level.convertAnSLF4JLevel(level));
    }

    /** The only class that needs the encoder's library: an application that embeds a gateway may lack it, and loads JsonLog. */
    static final class Lines {

        private Lines() {}

        /** Returns an encoder that masks secrets in lines and stack traces. It is not started yet. */
        static Encoder<ILoggingEvent> encoder(LoggerContext context) {
            final LogstashFieldNames names = new LogstashFieldNames();
            names.setTimestamp("timestamp");
            names.setLogger("logger");
            names.setThread("thread");
            names.setStackTrace("stack");
            names.setVersion(LogstashCommonFieldNames.IGNORE_FIELD_INDICATOR);
            names.setLevelValue(LogstashCommonFieldNames.IGNORE_FIELD_INDICATOR);
            final ThrowableClassNameJsonProvider error = new ThrowableClassNameJsonProvider();
            error.setFieldName("error");
            error.setUseSimpleClassName(false);
            final LogstashEncoder encoder = new LogstashEncoder() {
                @Override
                public byte[] encode(ILoggingEvent event) {
                    final String line = new String(super.encode(event), StandardCharsets.UTF_8);
                    return LogSetup.masked(line).getBytes(StandardCharsets.UTF_8);
                }
            };
            encoder.setFindAndRegisterJacksonModules(false); // no module is needed, and the search takes time
            encoder.setLineSeparator("UNIX");
            encoder.setFieldNames(names);
            encoder.setTimestampPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX");
            encoder.setTimeZone("UTC");
            encoder.setIncludeMdcKeyNames(List.of("backend", "position"));
            encoder.addProvider(new Gateway());
            encoder.addProvider(error);
            encoder.setContext(context);
            return encoder;
        }

        private static final class Gateway extends AbstractJsonProvider<ILoggingEvent> {
            @Override
            public void writeTo(JsonGenerator line, ILoggingEvent event) throws IOException {
                if (!LogSetup.gateway().isEmpty()) {
                    line.writeStringField("gateway", LogSetup.gateway());
                }
            }
        }
    }
}
