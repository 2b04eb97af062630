package dev.sluice.service.log;

/** How a line of the log is written. */
public enum LogFormat {
    /** For people, by slf4j-simple. */
    TEXT("org.slf4j.simple.SimpleServiceProvider"),
    /** For programs, by Logback: a JSON object on each line. */
    JSON("ch.qos.logback.classic.spi.LogbackServiceProvider");

    /** The class by which SLF4J finds the library that writes the log. */
    final String provider;

    LogFormat(String provider) {
        this.provider = provider;
    }
}
