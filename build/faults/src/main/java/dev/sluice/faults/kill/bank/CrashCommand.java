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

/** The command {@code sluice crash}. */
@Command(
        name = "crash",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Kills gateways and writers with SIGKILL: at random, during their start, at fault points, and while they"
                    + " create files. Starts them again, and compares every result and the databases with a model that"
                    + " runs the requests one at a time.",
            "Between kills it restores backups. If a database or the queues are restored alone and answered updates are"
                    + " missing, the next start must refuse; if all are restored to one instant, the gateway must go"
                    + " on from there.",
            "Lookups of items of the first database go to a REST service, so that gateways also die during calls to a"
                    + " service.",
            "A cycle takes about a second; --for runs for a time, and checks whether memory, handles, threads or disk"
                    + " grow. The run ends with the first cycle that finds a broken promise, and then keeps all files."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was lost, duplicated, out of order, wrong, or applied twice, and nothing grew",
            "1:a promise was broken, something grew, or the run itself failed; all files are kept",
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
                "Instead of --cycles: run for that time, such as 2m or 1h, and kill jobs, too. At the same time a"
                        + " gateway and two writers run that are not killed, over queues whose old files retention"
                        + " deletes. Their database is killed, connections are cut, the service is unavailable, a"
                        + " reader is suspended, and clocks are set.",
                "After a quarter of the time and at the end, the usage of these processes is measured: heap after"
                        + " a collection, handles, threads, disk. In a run of at least ten minutes none may grow"
                        + " beyond the limit in the table."
            })
    private Optional<Duration> time = Optional.empty();

    @Option(
            names = "--lanes",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "The number of lanes that the gateways serve; each has its own writer (default: ${DEFAULT-VALUE}).")
    private int lanes;

    @Option(
            names = "--at-least-once",
            description =
                    "Configure updates: at-least-once, and restore no backups. This shows that updates that run twice"
                            + " are found.")
    private boolean atLeastOnce;

    @Option(
            names = "--points",
            paramLabel = "NAMES",
            split = ",",
            description = {
                "Kill only at these fault points, such as result-written, or result-written:7 for the seventh time"
                        + " that it is reached, and restore no backups (default: kill at all kinds of moments). The"
                        + " fault points are:",
                "${COMPLETION-CANDIDATES}"
            },
            completionCandidates = FaultPointNames.class)
    private List<String> points = List.of();

    /** The names of the fault points, for the help. */
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
