package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The ways to start a command as a user that PostgreSQL accepts. PostgreSQL refuses to run as root. */
enum RunAs {
    /** As the user of this JVM. */
    SELF(List.of()),
    /**
     * As root in a user namespace without any mapping. The process can still access root's files, but its user id is that of
     * {@code nobody}.
     */
    USER_NAMESPACE(List.of("unshare", "-U")),
    /** As user nobody, for containers that forbid user namespaces. */
    NOBODY(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));

    private static final int NOBODY_ID = 65534;

    private final List<String> prefix;

    RunAs(List<String> prefix) {
        this.prefix = prefix;
    }

    /**
     * Returns the first way that works on this machine.
     *
     * @throws IllegalStateException if this JVM runs as root and may not switch to another user
     */
    static RunAs detect() {
        for (final RunAs way : values()) {
            if (way.works()) {
                return way;
            }
        }
        throw new IllegalStateException(
                "PostgreSQL does not run as root, and on this machine neither 'unshare -U' nor 'setpriv' works:"
                        + " run this program as an ordinary user");
    }

    /** Whether a command that is started in this way runs as a user other than root. */
    boolean works() {
        try {
            final Child id = Program.of(command(List.of("id", "-u"))).run();
            return id.status() == 0 && !id.said().strip().equals("0");
        } catch (final IOException noSuchProgram) {
            return false;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while looking for a way to start PostgreSQL", e);
        }
    }

    List<String> command(List<String> command) {
        final List<String> all = new ArrayList<>(prefix);
        all.addAll(command);
        return all;
    }

    /** Makes a new file or directory writable for commands that are started in this way. */
    void own(Path made) throws IOException {
        if (this == NOBODY) {
            Files.setAttribute(made, "unix:uid", NOBODY_ID);
        }
    }
}
