package dev.sluice.faults.kill;

import dev.sluice.faults.kill.Round.Scenario;
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
public final class RunOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--cycles",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many kills (default: ${DEFAULT-VALUE}).")
    private int cycles;

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
            names = "--dir",
            paramLabel = "DIR",
            defaultValue = "data/crash",
            description = "Where everything is kept; must be empty (default: ${DEFAULT-VALUE}).")
    private Path directory;

    @Option(
            names = "--keep",
            description = "Keep everything when nothing was found, too: some 50 MB for each 20 cycles.")
    private boolean keep;

    /**
     * Runs the scenario in the directory, which is deleted when nothing was found.
     *
     * @return the exit code
     */
    public int execute(Scenario scenario) throws IOException, SQLException, InterruptedException {
        if (cycles < 1) {
            throw new ParameterException(spec.commandLine(), "--cycles " + cycles + " is less than 1");
        }
        final Path place = directory.toAbsolutePath();
        if (!Trees.isEmpty(place)) {
            throw new ParameterException(
                    spec.commandLine(), place + " is not empty: name another --dir, or delete what is there");
        }
        final long used = seed.orElseGet(() -> ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        boolean clean = false;
        try {
            clean = new KillRun(new KillRun.Plan(cycles, used, database, place, keep), scenario, System.out).run();
        } finally {
            if (clean && !keep) {
                Trees.delete(place);
            } else {
                System.out.println("everything is kept in " + place);
            }
        }
        return clean ? 0 : 1;
    }
}
