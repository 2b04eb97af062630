package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.CycleOptions;
import dev.sluice.faults.kill.FaultPoints;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice crash}. */
@Command(
        name = "crash",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Kills gateways with SIGKILL, at random, while they start, at fault points, while they make files, and writers"
                    + " too; starts them again, and compares every result and the databases with a model that runs the"
                    + " requests one at a time.",
            "The items of the first database are asked of a REST service, so that gateways die while they ask it, too.",
            "A cycle takes about a second. The first one in which something is found is the last, and everything is kept."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was lost, duplicated, out of order, wrong, or applied twice",
            "1:something was, or the run itself failed; what it left is kept",
            "2:wrong options"
        })
public final class CrashCommand implements Callable<Integer> {

    @Mixin
    private CycleOptions options;

    @Option(
            names = "--lanes",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "How many lanes the gateways serve, each with a writer of its own (default: ${DEFAULT-VALUE}).")
    private int lanes;

    @Option(
            names = "--at-least-once",
            description = "Configures updates: at-least-once: shows that updates which run twice are found.")
    private boolean atLeastOnce;

    @Option(
            names = "--points",
            paramLabel = "NAMES",
            split = ",",
            description = {
                "Kill at these fault points alone, such as result-written, or result-written:7 for the seventh time"
                        + " (default: in all ways). There are:",
                "${COMPLETION-CANDIDATES}"
            },
            completionCandidates = FaultPointNames.class)
    private List<String> points = List.of();

    /** For the help. */
    private static final class FaultPointNames extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        FaultPointNames() {
            super(FaultPoints.names());
        }
    }

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        try (ItemService items = new ItemService()) {
            return options.execute(site -> new BankRound(site, lanes, items, atLeastOnce, points));
        }
    }
}
