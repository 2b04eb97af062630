package dev.sluice.internal.text;

import java.io.Console;

/** Detects whether a person reads the program's output at a terminal, so that progress can be shown. */
public final class Terminal {

    private Terminal() {}

    /** Whether input and output are connected to a terminal that understands control characters. */
    public static boolean isThere() {
        final Console console = System.console();
        if (console == null || System.getenv("TERM") == null) {
            return false;
        }
        try {
            // In Java 22 to 24, System.console() returns a console even if there is no terminal.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (final ReflectiveOperationException beforeJava22) {
            return true;
        }
    }
}
