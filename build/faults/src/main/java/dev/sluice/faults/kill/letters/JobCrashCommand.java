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

/** {@code sluice crash-job}. */
@Command(
        name = "crash-job",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Kills a restartable job, its gateway, or both with SIGKILL, at random, at numbers of letters and at fault"
                    + " points, and starts them again, until the run has ended.",
            "Then its file must be, byte for byte, the one that a model makes without any gateway, each of its updates"
                    + " must be there once, each request must have been asked once, and the run must be marked as ended.",
            "A cycle takes two or three seconds. The first run in which something is found is the last, and everything is"
                    + " kept."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every file was as if nobody had been killed, and every update was there once",
            "1:something was not, or the run itself failed; what it left is kept",
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
            description = "How many letters a run has (default: ${DEFAULT-VALUE}).")
    private int contracts;

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        if (contracts < FEWEST) {
            throw new ParameterException(spec.commandLine(), "--contracts " + contracts + " is less than " + FEWEST);
        }
        return options.execute(site -> new LettersRound(site, contracts));
    }
}
