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
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * Sets the log up: to standard error, a line for each event that matters. Logback finds this class by itself, so the log
 * of every program of ours looks alike from its first line on. Whoever brings a configuration of Logback, by
 * {@code -Dlogback.configurationFile} or as {@code logback.xml} on the class path, has that one, and no other binding of
 * SLF4J is touched.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_NORMAL_PRIORITY)
public final class LogSetup extends ContextAwareBase implements Configurator {

    /** The system property that says from which level on there is something in the log; INFO without it. */
    public static final String LEVEL = "sluice.log.level";

    static final String GATEWAY = "gateway";

    /** The JVM has one log. */
    private static volatile UnaryOperator<String> masked = UnaryOperator.identity();

    private static final String OWN = "dev.sluice";
    /**
     * The pool and the driver of MariaDB say at length that a database is away, or refused something, at each attempt. The
     * gateway says so itself, once, or answers with it.
     */
    private static final List<String> TALKATIVE = List.of("com.zaxxer.hikari", "org.mariadb.jdbc");

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty("logback.configurationFile") != null || has("logback.xml") || has("logback-test.xml")) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        context.putObject(OWN, this);
        apply(context, LogFormat.TEXT, Level.toLevel(System.getProperty(LEVEL), Level.INFO));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static boolean has(String resource) {
        return LogSetup.class.getClassLoader().getResource(resource) != null;
    }

    /** The log from now on, if it is ours to set up. */
    public static void use(LogFormat format, org.slf4j.event.Level level) {
        ours().ifPresent(context -> {
            final LogSetup setup = (LogSetup) context.getObject(OWN);
            context.reset();
            context.putObject(OWN, setup);
            apply(context, format, Level.convertAnSLF4JLevel(level));
        });
    }

    /** From now on every line goes through that: libraries print what they were given, in stacks say. */
    public static void mask(UnaryOperator<String> line) {
        masked = line;
    }

    /** From now on every line names the gateway. */
    public static void name(String gateway) {
        ours().ifPresent(context -> context.putProperty(GATEWAY, gateway));
    }

    /** Takes what libraries tell the JDK's own logging, which has a format of its own. */
    public static void takeJdkLogging() {
        // Without it HSQLDB sets the JDK's logging up anew when it opens a database.
        System.setProperty("hsqldb.reconfig_logging", "false");
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }

    private static Optional<LoggerContext> ours() {
        return Optional.of(LoggerFactory.getILoggerFactory())
                .filter(LoggerContext.class::isInstance)
                .map(LoggerContext.class::cast)
                .filter(context -> context.getObject(OWN) != null);
    }

    private static void apply(LoggerContext context, LogFormat format, Level level) {
        final Encoder<ILoggingEvent> encoder = new MaskedLine(format.encoder(context), line -> masked.apply(line));
        encoder.setContext(context);
        encoder.start();
        final ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setTarget("System.err");
        console.setEncoder(encoder);
        console.start();
        final Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(console);
        root.setLevel(ofLibraries(level));
        context.getLogger(OWN).setLevel(level);
        for (final String library : TALKATIVE) {
            context.getLogger(library).setLevel(level.isGreaterOrEqual(Level.INFO) ? Level.ERROR : Level.WARN);
        }
    }

    /** Never finer than INFO: below it drivers and pools print what they were given, passwords in URLs among it. */
    private static Level ofLibraries(Level level) {
        if (level.isGreaterOrEqual(Level.ERROR)) {
            return level;
        }
        return level.isGreaterOrEqual(Level.INFO) ? Level.WARN : Level.INFO;
    }
}
