package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes of this user without the right of root to pass over permissions. */
public final class Unprivileged {

    private static final List<String> AS_ANYBODY = "root".equals(System.getProperty("user.name"))
            ? List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--")
            : List.of();

    private Unprivileged() {}

    /** Skips the test where root cannot do without its rights. */
    public static void assumePossible() {
        boolean possible = AS_ANYBODY.isEmpty();
        try {
            if (!possible) {
                final List<String> command = new ArrayList<>(AS_ANYBODY);
                command.add("true");
                final Process process =
                        new ProcessBuilder(command).redirectErrorStream(true).start();
                possible = process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
            }
        } catch (final IOException e) {
            possible = false; // there is no such program
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assumeTrue(possible, "needs 'setpriv' to run without the rights of root");
    }

    /** Starts a main class. */
    public static ChildJvm start(Class<?> main, Object... arguments) throws IOException {
        return ChildJvm.startUnder(AS_ANYBODY, List.of(), main, arguments);
    }
}
