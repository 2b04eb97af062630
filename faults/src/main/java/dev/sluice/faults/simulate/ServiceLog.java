package dev.sluice.faults.simulate;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** The gateway's own log lines about outages and stops, which simulated ones are not worth. */
final class ServiceLog {

    private ServiceLog() {}

    static void silence() {
        for (final String logger : new String[] {"chunk", "update"}) {
            ((Logger) LoggerFactory.getLogger("dev.sluice.service." + logger)).setLevel(Level.OFF);
        }
    }
}
