package dev.sluice.faults.soak;

import dev.sluice.faults.kill.RunOptions;
import dev.sluice.faults.kill.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice soak}. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs writers, jobs and gateways for long, over queues of which retention deletes files, beside kills, restarts,"
                    + " outages, readers that stand still and clocks that are set; compares every result and the databases with a"
                    + " model, and samples memory, handles, threads and disk, which must not grow.",
            "The gateways of two pairs of queues live through all of it; those of a third one are killed.",
            "Ends early when a promise is found broken, and everything is kept."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no promise was broken, and nothing grew",
            "1:one was, something grew or, in half an hour and more, could not be told, or the run itself failed; what it left"
                    + " is kept",
            "2:wrong options"
        })
public final class SoakCommand implements Callable<Integer> {

    private static final Duration SHORTEST = Duration.ofSeconds(30);

    @Mixin
    private RunOptions options;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            defaultValue = "1h",
            converter = Time.class,
            description = "How long, such as 2m or 1h (default: ${DEFAULT-VALUE}).")
    private Duration length;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Writes what is said at the end there, and the samples beside it as FILE.csv.")
    private Optional<Path> report = Optional.empty();

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        if (length.compareTo(SHORTEST) < 0) {
            throw options.wrong("--for " + length.toSeconds() + "s is less than " + SHORTEST.toSeconds() + "s");
        }
        return options.execute((seed, database, place) ->
                new Soak(new Soak.Plan(length, seed, database, place, report), System.out).run());
    }
}
