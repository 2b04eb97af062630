package dev.sluice.internal.text;

import java.io.Console;

/** Whether a program's lines are read by a person at a terminal, who is shown progress, or kept in a file. */
public final class Terminal {

    private Terminal() {}

    /** Whether the program's input and output are a terminal, and one that knows control characters. */
    public static boolean isThere() {
        final Console console = System.console();
        if (console == null || System.getenv("TERM") == null) {
            return false;
        }
        try {
            // Java 22 to 24 have a console without a terminal, too.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (final ReflectiveOperationException beforeJava22) {
            return true;
        }
    }
}
