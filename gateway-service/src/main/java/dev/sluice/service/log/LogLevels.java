package dev.sluice.service.log;

import ch.qos.logback.classic.LoggerContext;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The level of a part of the log while the program runs: Logback can change it, slf4j-simple keeps that of its start. */
public final class LogLevels {

    private static final String LOGBACK = "ch.qos.logback.classic.LoggerContext";

    private LogLevels() {}

    /**
     * Changes the level of a logger and of those below it, until the program ends.
     *
     * @param name empty: all of our own
     * @return why it is not changed; empty if it is
     */
    public static Optional<String> change(String name, String level) {
        return change(LoggerFactory.getILoggerFactory(), name, level);
    }

    static Optional<String> change(ILoggerFactory log, String name, String level) {
        final Level wanted;
        try {
            wanted = Level.valueOf(level.toUpperCase(Locale.ROOT));
        } catch (final IllegalArgumentException e) {
            return Optional.of("'" + level + "' is no level: there are error, warn, info, debug and trace");
        }
        final String logger = name.isEmpty() ? LogSetup.OWN : name;
        final boolean own = logger.equals(LogSetup.OWN) || logger.startsWith(LogSetup.OWN + ".");
        if (!own && wanted.compareTo(Level.INFO) > 0) {
            return Optional.of("libraries stay at info: below it they print what they were given, passwords among it");
        }
        // by its name first: a program may have another log, and no Logback
        if (!log.getClass().getName().equals(LOGBACK) || !(log instanceof LoggerContext context)) {
            return Optional.of("a log of text keeps the level of its start: start with --log-level " + level
                    + ", or with --log json, whose level can be changed");
        }
        context.getLogger(logger).setLevel(ch.qos.logback.classic.Level.toLevel(wanted.name()));
        return Optional.empty();
    }
}
