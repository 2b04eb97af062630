package dev.sluice.faults.kill.letters;

import dev.sluice.faults.kill.CycleOptions;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code sluice crash-job}. */
@Command(
        name = "crash-job",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Kills a restartable job, its gateway, or both with SIGKILL: at random, after a number of letters, and at"
                    + " fault points. Starts them again, until the run has ended.",
            "Then the file of the run must be, byte for byte, the one that a model makes without any gateway. Each"
                    + " update must be in the database once, each request must have been sent once, and the run must"
                    + " be marked as ended.",
            "A cycle takes two or three seconds. The command ends with the first run that finds a broken promise, and"
                    + " then keeps all files."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every file was as without kills, and every update was applied once",
            "1:a promise was broken, or the run itself failed; all files are kept",
            "2:wrong options"
        })
public final class JobCrashCommand implements Callable<Integer> {

    private static final int FEWEST = 10;

    @Spec
    private CommandSpec spec;

    @Mixin
    private CycleOptions options;

    @Option(
            names = "--contracts",
            paramLabel = "N",
            defaultValue = "2000",
            description = "The number of letters of a run (default: ${DEFAULT-VALUE}).")
    private int contracts;

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        if (contracts < FEWEST) {
            throw new ParameterException(spec.commandLine(), "--contracts " + contracts + " is less than " + FEWEST);
        }
        return options.execute(site -> new LettersRound(site, contracts));
    }
}
