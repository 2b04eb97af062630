package dev.sluice.examples.demo;

import java.util.Locale;

/** What a measurement was made on. */
final class Machine {

    private Machine() {}

    static String describe(String database) {
        return String.format(
                Locale.ROOT,
                "%s, %s %s, %d cores, Java %s",
                database,
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                Runtime.version());
    }
}
