package dev.sluice.faults.kill;

import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that kills processes. This class also decides whether the directory is deleted at the end. */
public class RunOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Repeats requests, configurations and the plan of kills; the exact moments depend on the"
                    + " machine.")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = "--database",
            paramLabel = "NAME",
            defaultValue = "postgresql",
            description = "postgresql or hsqldb; both are included, none has to be installed (default:"
                    + " ${DEFAULT-VALUE}).")
    private DatabaseKind database;

    @Option(
            names = {"--dir", "--data"},
            paramLabel = "DIR",
            defaultValue = "data/crash",
            description = "The directory for all files of the run; must be empty (default: ${DEFAULT-VALUE}).")
    private Path directory;

    @Option(
            names = "--keep",
            description = "Keep all files even if no promise was found broken: about 50 MB for each 20 kills.")
    private boolean keep;

    /** A run that kills processes and checks the state afterwards. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs.
         *
         * @param used the given seed, or a random seed if none was given
         * @param place the directory for all files, empty or not existing yet
         * @return whether no promise was found broken
         */
        boolean run(long used, DatabaseKind kind, Path place) throws IOException, SQLException, InterruptedException;
    }

    /**
     * Runs in the directory, and deletes it if no promise was found broken.
     *
     * @return the exit code
     */
    public final int execute(Body body) throws IOException, SQLException, InterruptedException {
        final Path place = directory.toAbsolutePath();
        if (!Trees.isEmpty(place)) {
            throw wrong(place + " is not empty: name another --dir, or delete its content");
        }
        final long used = seed.orElseGet(() -> ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        boolean clean = false;
        try {
            clean = body.run(used, database, place);
        } finally {
            if (clean && !keep) {
                Trees.delete(place);
            } else {
                System.out.println("everything is kept in " + place);
            }
        }
        return clean ? 0 : 1;
    }

    /** Returns the exception that reports a wrong option to the user. */
    public final ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    final boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    final boolean keep() {
        return keep;
    }
}
