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
 * Sets the log up: a line for each event that matters, on standard error. SLF4J binds to one library when a JVM makes its first
 * logger, and each logger of slf4j-simple keeps the level that it was made with: a program calls {@link #use} before.
 *
 * <p>A configuration of Logback, named by {@code -Dlogback.configurationFile}, takes the place of all that is set up here.
 */
public final class LogSetup {

    private static final String SIMPLE = "org.slf4j.simpleLogger.";
    static final String OWN = "dev.sluice";
    /** The system property of slf4j-simple for the least level of our own lines; INFO without it. */
    public static final String LEVEL = SIMPLE + "log." + OWN;
    /**
     * The pool and the driver of MariaDB say at length, at each attempt, that a database is away or refused something. The
     * gateway says so itself, once, or answers with it. Chronicle says where it was loaded from, perhaps before the gateway
     * has a name.
     */
    static final List<String> TALKATIVE =
            List.of("com.zaxxer.hikari", "org.mariadb.jdbc", "net.openhft.chronicle.core.Jvm");

    private static final String PROVIDER = "slf4j.provider";
    private static final String USERS_CONFIGURATION = "logback.configurationFile";

    /** The JVM has one log. */
    private static volatile UnaryOperator<String> masked = UnaryOperator.identity();

    private static volatile String gateway = "";
    private static volatile Level level = Level.INFO;

    /** How a line of the log is written. */
    public enum Format {
        /** Lines for people, by slf4j-simple. */
        TEXT("org.slf4j.simple.SimpleServiceProvider"),
        /** Lines for programs, by Logback: a JSON object on each. */
        JSON("ch.qos.logback.classic.spi.LogbackServiceProvider");

        /** The class by which SLF4J finds the library that writes the log. */
        final String provider;

        Format(String provider) {
            this.provider = provider;
        }
    }

    private LogSetup() {}

    /** Called by a program first: text, until {@link #use} says otherwise; libraries' lines for the JDK's logging are in it, too. */
    public static void begin() {
        bind(usersOwn() ? Format.JSON : Format.TEXT);
        // Without it HSQLDB sets the JDK's logging up anew when it opens a database.
        System.setProperty("hsqldb.reconfig_logging", "false");
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }

    /** Chooses format and level; without effect once there is a logger. */
    public static void use(Format format, Level level) {
        if (usersOwn()) {
            return;
        }
        bind(format);
        LogSetup.level = level;
        System.setProperty(LEVEL, level.name());
        unlessGiven("defaultLogLevel", ofLibraries(level));
        TALKATIVE.forEach(library -> unlessGiven("log." + library, ofTalkative(level)));
        if (format == Format.TEXT) {
            writeTextLines();
        }
    }

    /** The command line of the JVM may ask for more of a library. */
    private static void unlessGiven(String property, Level level) {
        System.getProperties().putIfAbsent(SIMPLE + property, level.name());
    }

    /** slf4j-simple keeps the standard error that it finds when it is set up. */
    private static void writeTextLines() {
        final PrintStream standardError = System.err;
        System.setProperty(SIMPLE + "cacheOutputStream", "true");
        System.setErr(new TextLines(standardError));
        LoggerFactory.getILoggerFactory();
        System.setErr(standardError);
    }

    /** Has every line masked from now on: libraries print what they were given, in stacks for example. */
    public static void mask(UnaryOperator<String> line) {
        masked = line;
    }

    /** Has every line name the gateway from now on. */
    public static void name(String name) {
        gateway = name;
    }

    static String masked(String line) {
        return masked.apply(line);
    }

    /** Empty as long as no gateway is named. */
    static String gateway() {
        return gateway;
    }

    static Level level() {
        return level;
    }

    /** Never finer than INFO: below it drivers and pools print what they were given, passwords in URLs among it. */
    static Level ofLibraries(Level level) {
        if (level == Level.ERROR) {
            return level;
        }
        return level.compareTo(Level.INFO) <= 0 ? Level.WARN : Level.INFO;
    }

    static Level ofTalkative(Level level) {
        return level.compareTo(Level.INFO) <= 0 ? Level.ERROR : Level.WARN;
    }

    static boolean usersOwn() {
        return System.getProperty(USERS_CONFIGURATION) != null;
    }

    private static void bind(Format format) {
        System.setProperty(PROVIDER, format.provider);
        System.setProperty("slf4j.internal.verbosity", "WARN"); // SLF4J tells of the choice otherwise
    }

    /**
     * The stream that slf4j-simple prints its events to: {@code 2026-11-22T03:14:07.512+01:00 [WARN] letters: main is away: …}. A
     * line has the gateway's name once that is known, and no secrets. An event of several lines is indented from the second on, so
     * that nothing that a job or a database wrote can pass for a line of the gateway's own.
     *
     * <p>slf4j-simple prints an event as a line and a stack, then flushes, all under a lock of its own.
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
