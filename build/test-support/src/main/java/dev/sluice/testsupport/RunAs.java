package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a command is started so that PostgreSQL, which refuses to run as root, accepts its user. */
enum RunAs {
    /** As the user of this JVM. */
    SELF(List.of()),
    /** As root in a user namespace without any mapping: root's files stay its own, its id reads as nobody's. */
    USER_NAMESPACE(List.of("unshare", "-U")),
    /** As nobody, where containers forbid user namespaces. */
    NOBODY(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));

    private static final int NOBODY_ID = 65534;

    private final List<String> prefix;

    RunAs(List<String> prefix) {
        this.prefix = prefix;
    }

    /**
     * The first way that works here.
     *
     * @throws IllegalStateException when this JVM runs as root and may not become anybody else
     */
    static RunAs detect() {
        for (final RunAs way : values()) {
            if (way.works()) {
                return way;
            }
        }
        throw new IllegalStateException(
                "PostgreSQL does not run as root, and here neither 'unshare -U' nor 'setpriv' works:"
                        + " run this as an ordinary user");
    }

    /** Whether a command started this way runs, and not as root. */
    boolean works() {
        try {
            final Process id = new ProcessBuilder(command(List.of("id", "-u")))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            final String user = new String(id.getInputStream().readAllBytes()).strip();
            return id.waitFor() == 0 && !user.equals("0");
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

    /** Makes a new file or directory one that commands started this way may write to. */
    void own(Path made) throws IOException {
        if (this == NOBODY) {
            Files.setAttribute(made, "unix:uid", NOBODY_ID);
        }
    }
}
