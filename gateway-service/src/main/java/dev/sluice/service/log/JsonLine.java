package dev.sluice.service.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.DeferredProcessingAware;
import java.util.List;
import net.logstash.logback.composite.AbstractFieldJsonProvider;
import net.logstash.logback.composite.ContextJsonProvider;
import net.logstash.logback.composite.JsonProviders;
import net.logstash.logback.composite.loggingevent.KeyValuePairsJsonProvider;
import net.logstash.logback.composite.loggingevent.LogLevelJsonProvider;
import net.logstash.logback.composite.loggingevent.LoggerNameJsonProvider;
import net.logstash.logback.composite.loggingevent.LoggingEventFormattedTimestampJsonProvider;
import net.logstash.logback.composite.loggingevent.LoggingEventThreadNameJsonProvider;
import net.logstash.logback.composite.loggingevent.MessageJsonProvider;
import net.logstash.logback.composite.loggingevent.StackTraceJsonProvider;
import net.logstash.logback.composite.loggingevent.ThrowableClassNameJsonProvider;
import net.logstash.logback.encoder.LoggingEventCompositeJsonEncoder;

/**
 * A line of the log as JSON: {@code timestamp} (ISO 8601, UTC), {@code level}, {@code logger}, {@code thread}, {@code
 * gateway} once its name is known, {@code message}; where there is one {@code backend}, {@code position} of a request,
 * {@code error}, which is a class, and its {@code stack}. {@code docs/operations.md} promises these names.
 */
final class JsonLine {

    private JsonLine() {}

    /** Not started yet. */
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
        fields.addProvider(new ContextJsonProvider<>()); // the gateway
        final KeyValuePairsJsonProvider pairs = new KeyValuePairsJsonProvider();
        pairs.setIncludeKeyNames(List.of("backend", "position"));
        fields.addProvider(pairs);
        fields.addProvider(named("message", new MessageJsonProvider()));
        fields.addProvider(named("error", error));
        fields.addProvider(named("stack", new StackTraceJsonProvider()));
        final LoggingEventCompositeJsonEncoder encoder = new LoggingEventCompositeJsonEncoder();
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
}
