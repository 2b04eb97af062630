package dev.sluice.faults.kafka;

import dev.sluice.faults.kill.RunOptions;
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

/** The command {@code sluice crash --transport kafka}. */
@Command(
        name = "crash",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Kills, stops and starts brokers, writers, the database, and gateways that share lanes on Apache Kafka."
                    + " Cuts the network between them. Compares every result of each lane, and the databases, with a"
                    + " model that runs the requests one at a time.",
            "Starts all these processes itself. With three brokers they need about 3 GB of memory.",
            "Stops after the first mishap in which an error is found, and keeps all files."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was lost, duplicated, out of order, wrong, or applied twice",
            "1:something was lost, duplicated, out of order, wrong, or applied twice, or the run itself failed; all"
                    + " files are kept",
            "2:wrong options"
        })
public final class KafkaCrashCommand implements Callable<Integer> {

    @Option(names = "--transport", paramLabel = "kafka", required = true, description = "Chooses Apache Kafka.")
    private Transport transport;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "3 brokers, which all store each message, or 1 for a small machine (default: ${DEFAULT-VALUE}).")
    private int brokers;

    @Option(
            names = "--kills",
            paramLabel = "N",
            defaultValue = "20",
            description = "The number of mishaps, each after the previous one is over (default: ${DEFAULT-VALUE}).")
    private int kills;

    @Option(
            names = "--storm",
            paramLabel = "DURATION",
            converter = Time.class,
            description =
                    "Instead of --kills: overlapping mishaps for this time, such as 60s or 5m, in gusts of 20 seconds.")
    private Duration storm = Duration.ZERO;

    @Option(names = "--for", hidden = true)
    private Optional<String> time = Optional.empty();

    @Option(
            names = "--mishaps",
            paramLabel = "NAMES",
            split = ",",
            description = "Makes only these mishaps (default: all): ${COMPLETION-CANDIDATES}.")
    private List<Mishap> mishaps = List.of();

    @Mixin
    private RunOptions options;

    /** The transport of the lanes. */
    private enum Transport {
        KAFKA
    }

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        final List<Mishap> possible = new ArrayList<>(Mishap.with(brokers));
        if (!mishaps.isEmpty()) {
            possible.retainAll(mishaps);
        }
        if (time.isPresent()) {
            throw options.wrong("--transport kafka has no --for: use --storm " + time.get() + ", or --kills N");
        } else if (brokers != 1 && brokers != 3) {
            throw options.wrong("--brokers " + brokers + " is neither 1 nor 3");
        } else if (kills < 1) {
            throw options.wrong("--kills " + kills + " is less than 1");
        } else if (possible.isEmpty()) {
            throw options.wrong("--mishaps " + mishaps + " cannot happen with --brokers " + brokers);
        }
        return options.execute((seed, database, place) -> new KafkaCrash(
                        new KafkaCrash.Plan(brokers, kills, storm, seed, possible, database, place), System.out)
                .run());
    }
}
