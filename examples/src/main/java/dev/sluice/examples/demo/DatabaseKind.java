package dev.sluice.examples.demo;

import java.util.Locale;

/** The databases that the demo brings with it. */
enum DatabaseKind {
    HSQLDB,
    POSTGRESQL;

    /** As it is written on the command line and in the state file. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
