package dev.sluice.faults.simulate.world;

/** The gateway's own log lines about outages and stops, which simulated ones are not worth. */
final class ServiceLog {

    private ServiceLog() {}

    /** Called before the gateway's classes make their loggers: these keep the level that they are made with. */
    static void silence() {
        for (final String logger : new String[] {"chunk", "update"}) {
            System.setProperty("org.slf4j.simpleLogger.log.dev.sluice.service." + logger, "off");
        }
    }
}
