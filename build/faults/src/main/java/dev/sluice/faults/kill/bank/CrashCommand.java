package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.CycleOptions;
import dev.sluice.faults.kill.FaultPoints;
import dev.sluice.faults.kill.Time;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
            "Between kills it brings backups back: of a database or of the queues alone, which the next start must refuse where"
                    + " answered updates are missing, and of all to one instant, from where it must go on.",
            "The items of the first database are asked of a REST service, so that gateways die while they ask it, too.",
            "A cycle takes about a second; --for goes on for a time, and looks whether anything grows. The first one in which something is found is the last, and everything is kept."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was lost, duplicated, out of order, wrong, or applied twice, and nothing grew",
            "1:something was or did, or the run itself failed; what it left is kept",
            "2:wrong options"
        })
public final class CrashCommand implements Callable<Integer> {

    @Mixin
    private CycleOptions options;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            converter = Time.class,
            description = {
                "Instead of --cycles: until that time is over, such as 2m or 1h, kill jobs, too, and run beside them a gateway and"
                        + " two writers that are not killed, over queues of which retention deletes files, while their database is"
                        + " killed, connections are cut, the service is away, a reader stands still and clocks are set.",
                "What these processes use is read at a quarter of the time and at the end: heap after a collection, handles,"
                        + " threads, disk. From ten minutes on none may have grown beyond what the table allows."
            })
    private Optional<Duration> time = Optional.empty();

    @Option(
            names = "--lanes",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "How many lanes the gateways serve, each with a writer of its own (default: ${DEFAULT-VALUE}).")
    private int lanes;

    @Option(
            names = "--at-least-once",
            description =
                    "Configures updates: at-least-once, and brings no backups back: shows that updates which run twice are found.")
    private boolean atLeastOnce;

    @Option(
            names = "--points",
            paramLabel = "NAMES",
            split = ",",
            description = {
                "Kill at these fault points alone, such as result-written, or result-written:7 for the seventh time"
                        + " and bring no backups back (default: in all ways). There are:",
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
        final BankRound.Ways ways = new BankRound.Ways(lanes, atLeastOnce, points, time.isPresent());
        if (time.isPresent()) {
            return options.execute(time.get(), plan -> LongRun.run(plan, ways, System.out));
        }
        try (ItemService items = new ItemService()) {
            return options.execute(site -> new BankRound(site, ways, items));
        }
    }
}
