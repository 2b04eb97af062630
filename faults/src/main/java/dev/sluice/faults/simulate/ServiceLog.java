package dev.sluice.faults.simulate;

/** The gateway's own log lines about outages and stops, which simulated ones are not worth. */
final class ServiceLog {

    private ServiceLog() {}

    /** Must be called before the gateway's classes are loaded. */
    static void silence() {
        for (final String logger : new String[] {"chunk", "update"}) {
            System.setProperty("org.slf4j.simpleLogger.log.dev.sluice.service." + logger, "off");
        }
    }
}
