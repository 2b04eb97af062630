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
import ch.qos.logback.core.spi.DeferredProcessingAware;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.logstash.logback.composite.AbstractFieldJsonProvider;
import net.logstash.logback.composite.AbstractJsonProvider;
import net.logstash.logback.composite.JsonProviders;
import net.logstash.logback.composite.loggingevent.LogLevelJsonProvider;
import net.logstash.logback.composite.loggingevent.LoggerNameJsonProvider;
import net.logstash.logback.composite.loggingevent.LoggingEventFormattedTimestampJsonProvider;
import net.logstash.logback.composite.loggingevent.LoggingEventThreadNameJsonProvider;
import net.logstash.logback.composite.loggingevent.MdcJsonProvider;
import net.logstash.logback.composite.loggingevent.MessageJsonProvider;
import net.logstash.logback.composite.loggingevent.StackTraceJsonProvider;
import net.logstash.logback.composite.loggingevent.ThrowableClassNameJsonProvider;
import net.logstash.logback.encoder.LoggingEventCompositeJsonEncoder;

/**
 * The log as JSON; Logback finds this class by itself. A line has {@code timestamp} (ISO 8601, UTC), {@code level}, {@code logger}, {@code thread}, {@code
 * gateway} once its name is known, {@code message}; where there is one {@code backend}, {@code position} of a request,
 * {@code error}, which is a class, and its {@code stack}. {@code docs/operations.md} promises these names.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_NORMAL_PRIORITY)
public final class JsonLog extends ContextAwareBase implements Configurator {

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (LogSetup.usersOwn()) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        final Encoder<ILoggingEvent> encoder = encoder(context);
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

    /** Writes lines, stack and all, without what they must not show; not started yet. */
    static Encoder<ILoggingEvent> encoder(LoggerContext context) {
        final LoggingEventFormattedTimestampJsonProvider timestamp = new LoggingEventFormattedTimestampJsonProvider();
        timestamp.setPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX");
        timestamp.setTimeZone("UTC");
        final ThrowableClassNameJsonProvider error = new ThrowableClassNameJsonProvider();
        error.setUseSimpleClassName(false);
        final JsonProviders<ILoggingEvent> fields = new JsonProviders<>();
        fields.addProvider(named("timestamp", timestamp));
        fields.addProvider(named("level", new LogLevelJsonProvider()));
        fields.addProvider(named("logger", new LoggerNameJsonProvider()));
        fields.addProvider(named("thread", new LoggingEventThreadNameJsonProvider()));
        fields.addProvider(new Gateway());
        final MdcJsonProvider subject = new MdcJsonProvider();
        subject.setIncludeMdcKeyNames(List.of("backend", "position"));
        fields.addProvider(subject);
        fields.addProvider(named("message", new MessageJsonProvider()));
        fields.addProvider(named("error", error));
        fields.addProvider(named("stack", new StackTraceJsonProvider()));
        final LoggingEventCompositeJsonEncoder encoder = new LoggingEventCompositeJsonEncoder() {
            @Override
            public byte[] encode(ILoggingEvent event) {
                final String line = new String(super.encode(event), StandardCharsets.UTF_8);
                return LogSetup.masked(line).getBytes(StandardCharsets.UTF_8);
            }
        };
        encoder.setFindAndRegisterJacksonModules(false); // none is needed, and looking for them takes time
        encoder.setLineSeparator("UNIX");
        encoder.setProviders(fields);
        encoder.setContext(context);
        return encoder;
    }

    private static <E extends DeferredProcessingAware, P extends AbstractFieldJsonProvider<E>> P named(
            String field, P provider) {
        provider.setFieldName(field);
        return provider;
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
