package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testsupport.Program;
import java.util.List;

/** Processes of this user without the right of root to pass over permissions. */
public final class Unprivileged {

    /** The command that starts a program so; none for a user who is not root. */
    public static final List<String> STARTER = "root".equals(System.getProperty("user.name"))
            ? List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--")
            : List.of();

    private Unprivileged() {}

    /** Skips the test where root cannot do without its rights. */
    public static void assumePossible() throws InterruptedException {
        assumeTrue(Program.of("true").under(STARTER).succeeds(), "needs 'setpriv' to run without the rights of root");
    }
}
