package dev.sluice.testsupport;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How a {@link PostgresServer} keeps its data.
 *
 * @param durable whether a commit is on the disk when it is answered ({@code fsync} and {@code synchronous_commit});
 *     otherwise the server is several times faster, and may lose what it committed last when it or the machine crashes
 * @param directory where the data stays when the server is closed; none is a temporary directory, deleted at the end
 * @param release the jar of zonky's with the programs of another release; none are those of this build
 */
public record PostgresOptions(boolean durable, Optional<Path> directory, Optional<Path> release) {

    /** A server for most tests: fast, and gone when it is closed. */
    public static PostgresOptions fast() {
        return new PostgresOptions(false, Optional.empty(), Optional.empty());
    }

    /** A server whose commits survive {@link PostgresServer#killServer()}, at the price of a disk write each. */
    public static PostgresOptions durableCommits() {
        return new PostgresOptions(true, Optional.empty(), Optional.empty());
    }

    /** Returns these options with data that stays in this directory: the next server opened in it goes on with it. */
    public PostgresOptions in(Path directory) {
        return new PostgresOptions(durable, Optional.of(directory), release);
    }

    /** Returns these options with the programs of another release, from 12 on, in a jar of zonky's. */
    public PostgresOptions of(Path jar) {
        return new PostgresOptions(durable, directory, Optional.of(jar));
    }
}
