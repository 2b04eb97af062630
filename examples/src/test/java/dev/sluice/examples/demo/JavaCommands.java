package dev.sluice.examples.demo;

import java.io.IOException;
import java.util.List;

/** Commands for other JVMs, for tests outside of this package. */
public final class JavaCommands {

    private JavaCommands() {}

    public static List<String> of(String main, String... arguments) throws IOException {
        return JavaCommand.of(main, List.of(arguments));
    }
}
