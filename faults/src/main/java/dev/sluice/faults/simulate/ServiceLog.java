package dev.sluice.faults.simulate;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.SubstituteLoggerFactory;

/** The gateway's own log lines about outages and stops, which simulated ones are not worth. */
final class ServiceLog {

    private ServiceLog() {}

    static void silence() {
        final LoggerContext log = open();
        for (final String logger : new String[] {"chunk", "update"}) {
            log.getLogger("dev.sluice.service." + logger).setLevel(Level.OFF);
        }
    }

    /** Another thread may be opening it at this moment: until then there are only stand-ins. */
    private static LoggerContext open() {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        while (factory instanceof SubstituteLoggerFactory) {
            Thread.onSpinWait();
            factory = LoggerFactory.getILoggerFactory();
        }
        return (LoggerContext) factory;
    }
}
