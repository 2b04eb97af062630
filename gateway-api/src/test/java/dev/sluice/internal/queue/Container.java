package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes with process ids of their own, as in containers: each is number 1, or another number of choice, and sees no other. */
final class Container {

    private static final List<String> UNSHARE =
            List.of("unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc");

    private Container() {}

    /** Skips the test where this system or its user has no namespaces. */
    static void assumeAllowed() {
        boolean allowed = false;
        try {
            final List<String> command = new ArrayList<>(UNSHARE);
            command.add("true");
            final Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            allowed = process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (final IOException e) {
            allowed = false; // there is no such program
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assumeTrue(allowed, "needs 'unshare --user --pid', which this system or its user does not have");
    }

    /** Starts a main class as process 1. */
    static ChildJvm start(List<String> options, Class<?> main, Object... arguments) throws IOException {
        return ChildJvm.startUnder(UNSHARE, options, main, arguments);
    }

    /** Starts a main class after so many other processes: its number is one that other containers do not have. */
    static ChildJvm startAfter(int processes, List<String> options, Class<?> main, Object... arguments)
            throws IOException {
        final List<String> starter = new ArrayList<>(UNSHARE);
        starter.addAll(
                List.of("sh", "-c", "for i in $(seq " + processes + "); do /bin/true; done; \"$@\"; exit $?", "sh"));
        return ChildJvm.startUnder(starter, options, main, arguments);
    }
}
