package dev.sluice.service.log;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.slf4j.event.Level;

/**
 * Sets up the log, which goes to standard error. A program must call {@link #use} before the first logger of the JVM is created,
 * because SLF4J binds to a library at that moment, and each logger of slf4j-simple keeps the level that it was created with.
 *
 * <p>If {@code -Dlogback.configurationFile} names a configuration of Logback, that configuration replaces everything that is set
 * up here.
 */
public final class LogSetup {

    private static final String SIMPLE = "org.slf4j.simpleLogger.";
    static final String OWN = "dev.sluice";
    /** The system property of slf4j-simple for the lowest level of Sluice's own lines; INFO if it is not set. */
    public static final String LEVEL = SIMPLE + "log." + OWN;
    /**
     * Libraries that log too much. The connection pool and the driver of MariaDB log at each attempt, at length, that a database
     * is unavailable or refused something. The gateway itself logs such an error once, or puts it into a result. Chronicle logs
     * where it was loaded from, possibly before the gateway has a name.
     */
    static final List<String> TALKATIVE =
            List.of("com.zaxxer.hikari", "org.mariadb.jdbc", "net.openhft.chronicle.core.Jvm");

    private static final String PROVIDER = "slf4j.provider";
    private static final String USERS_CONFIGURATION = "logback.configurationFile";

    /** Masks secrets in a line. Static like all fields here, because the JVM has only one log. */
    private static volatile UnaryOperator<String> masked = UnaryOperator.identity();

    private static volatile String gateway = "";
    private static volatile Level level = Level.INFO;
    private static volatile boolean used;

    /** The format of the log. */
    public enum Format {
        /** Lines for people, written by slf4j-simple. */
        TEXT("org.slf4j.simple.SimpleServiceProvider"),
        /** Lines for programs, written by Logback: one JSON object on each line. */
        JSON("ch.qos.logback.classic.spi.LogbackServiceProvider");

        /** The class with which SLF4J binds to the library that writes the log. */
        final String provider;

        Format(String provider) {
            this.provider = provider;
        }
    }

    private LogSetup() {}

    /**
     * Sets up a text log, which {@link #use} may change later. Must be the first call of a program. The log includes the lines
     * that libraries write to the JDK's logging.
     */
    public static void begin() {
        bind(usersOwn() ? Format.JSON : Format.TEXT);
        // Without this property HSQLDB reconfigures the JDK's logging when it opens a database.
        System.setProperty("hsqldb.reconfig_logging", "false");
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }

    /** Sets the format and the level of the log. Has no effect once a logger exists. */
    public static void use(Format format, Level level) {
        if (usersOwn()) {
            return;
        }
        bind(format);
        used = true;
        LogSetup.level = level;
        System.setProperty(LEVEL, level.name());
        unlessGiven("defaultLogLevel", ofLibraries(level));
        TALKATIVE.forEach(library -> unlessGiven("log." + library, ofTalkative(level)));
        if (format == Format.TEXT) {
            writeTextLines();
        }
    }

    /** Sets a library's level unless the command line of the JVM has set it. */
    private static void unlessGiven(String property, Level level) {
        System.getProperties().putIfAbsent(SIMPLE + property, level.name());
    }

    /** Makes slf4j-simple write to {@link TextLines}: slf4j-simple keeps the stream that was standard error when it started. */
    private static void writeTextLines() {
        final PrintStream standardError = System.err;
        System.setProperty(SIMPLE + "cacheOutputStream", "true");
        System.setErr(new TextLines(standardError));
        LoggerFactory.getILoggerFactory();
        System.setErr(standardError);
    }

    /** Sets the function that masks secrets in every further line. Libraries may log secrets, for example in stack traces. */
    public static void mask(UnaryOperator<String> line) {
        masked = line;
    }

    /** Sets the gateway's name, which every further line contains. */
    public static void name(String name) {
        gateway = name;
    }

    static String masked(String line) {
        return masked.apply(line);
    }

    /** Returns the gateway's name; empty until it is set. */
    static String gateway() {
        return gateway;
    }

    static Level level() {
        return level;
    }

    /** Returns the level for libraries. It is never below INFO, because below INFO drivers and pools log URLs with passwords. */
    static Level ofLibraries(Level level) {
        if (level == Level.ERROR) {
            return level;
        }
        return level.compareTo(Level.INFO) <= 0 ? Level.WARN : Level.INFO;
    }

    static Level ofTalkative(Level level) {
        return level.compareTo(Level.INFO) <= 0 ? Level.ERROR : Level.WARN;
    }

    /** Whether a program of Sluice's has set up the log; false in an application that embeds a gateway. */
    static boolean used() {
        return used;
    }

    private static boolean usersOwn() {
        return System.getProperty(USERS_CONFIGURATION) != null;
    }

    private static void bind(Format format) {
        System.setProperty(PROVIDER, format.provider);
        System.setProperty("slf4j.internal.verbosity", "WARN"); // otherwise SLF4J prints which library it chose
    }

    /**
     * The stream to which slf4j-simple prints its events, for example
     * {@code 2026-11-22T03:14:07.512+01:00 [WARN] letters: main is away: …}. Adds the gateway's name to a line once it is known,
     * and masks secrets. If an event has several lines, all lines after the first are indented, so that text of a job or a
     * database cannot look like a log line of the gateway.
     *
     * <p>slf4j-simple prints an event as a line and a stack trace and then flushes, all under its own lock.
     */
    static final class TextLines extends PrintStream {

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

        /** Prints a line of a stack trace. */
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
                final byte[] bytes = (masked(lines) + "\n").getBytes(StandardCharsets.UTF_8);
                write(bytes, 0, bytes.length);
            }
            super.flush();
        }

        private static String named(String event) {
            final int message = event.indexOf(LEVEL_END) + LEVEL_END.length();
            return gateway.isEmpty() || event.startsWith(gateway + ": ", message)
                    ? event
                    : event.substring(0, message) + gateway + ": " + event.substring(message);
        }
    }
}
