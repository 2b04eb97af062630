package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testsupport.Program;
import java.util.ArrayList;
import java.util.List;

/** Processes with process ids of their own, as in containers: each is number 1, or another number of choice, and sees no other. */
final class Container {

    /** The command that starts a program as process 1. */
    static final List<String> NEW =
            List.of("unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc");

    private Container() {}

    /** Skips the test where this system or its user has no namespaces. */
    static void assumeAllowed() throws InterruptedException {
        assumeTrue(
                Program.of("true").under(NEW).succeeds(),
                "needs 'unshare --user --pid', which this system or its user does not have");
    }

    /** The command that starts a program after so many others: its number is one that other containers do not have. */
    static List<String> after(int processes) {
        final List<String> starter = new ArrayList<>(NEW);
        starter.addAll(
                List.of("sh", "-c", "for i in $(seq " + processes + "); do /bin/true; done; \"$@\"; exit $?", "sh"));
        return starter;
    }
}
