package dev.sluice.testsupport;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The options of a {@link PostgresServer}.
 *
 * @param durable whether a commit returns only when it is on the disk ({@code fsync} and {@code synchronous_commit}); otherwise
 *     the server is several times faster, but may lose its last commits if it or the machine crashes
 * @param directory the directory in which the data stays when the server is closed; if no directory is given, a temporary one is
 *     used and deleted at the end
 * @param release the jar of the zonky project that contains the programs of another release; empty for the release of this build
 */
public record PostgresOptions(boolean durable, Optional<Path> directory, Optional<Path> release) {

    /** Returns the options for most tests: a fast server whose data is deleted when it is closed. */
    public static PostgresOptions fast() {
        return new PostgresOptions(false, Optional.empty(), Optional.empty());
    }

    /** Returns options with commits that survive {@link PostgresServer#killServer()}. Each commit then costs a disk write. */
    public static PostgresOptions durableCommits() {
        return new PostgresOptions(true, Optional.empty(), Optional.empty());
    }

    /**
     * Returns these options with a directory in which the data stays. The next server opened in this directory uses the data
     * again.
     */
    public PostgresOptions in(Path directory) {
        return new PostgresOptions(durable, Optional.of(directory), release);
    }

    /** Returns these options with the programs of another release, 12 or later, from a jar of the zonky project. */
    public PostgresOptions of(Path jar) {
        return new PostgresOptions(durable, directory, Optional.of(jar));
    }
}
