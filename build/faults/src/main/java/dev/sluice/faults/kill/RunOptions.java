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

/** The options of every command that kills processes, and what becomes of the directory. */
public class RunOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Repeats requests, configurations and the plan of kills; the moments are the machine's.")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = "--database",
            paramLabel = "NAME",
            defaultValue = "postgresql",
            description = "postgresql or hsqldb; both are brought along (default: ${DEFAULT-VALUE}).")
    private DatabaseKind database;

    @Option(
            names = {"--dir", "--data"},
            paramLabel = "DIR",
            defaultValue = "data/crash",
            description = "Where everything is kept; must be empty (default: ${DEFAULT-VALUE}).")
    private Path directory;

    @Option(
            names = "--keep",
            description = "Keep everything when nothing was found, too: some 50 MB for each 20 kills.")
    private boolean keep;

    /** A run that kills processes, and judges what they left. */
    @FunctionalInterface
    public interface Body {
        /**
         * Runs it.
         *
         * @param used the seed, drawn if none was given
         * @param place where everything is kept, empty or not there yet
         * @return whether nothing was found
         */
        boolean run(long used, DatabaseKind kind, Path place) throws IOException, SQLException, InterruptedException;
    }

    /**
     * Has it run in the directory, which is deleted when nothing was found.
     *
     * @return the exit code
     */
    public final int execute(Body body) throws IOException, SQLException, InterruptedException {
        final Path place = directory.toAbsolutePath();
        if (!Trees.isEmpty(place)) {
            throw wrong(place + " is not empty: name another --dir, or delete what is there");
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

    /** Returns what tells the user of a wrong option. */
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
