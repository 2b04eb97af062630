package dev.sluice.examples.kafka;

import dev.sluice.examples.demo.Interruption;
import dev.sluice.examples.demo.Screen;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice demo --transport kafka}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes a letter for each of many contracts, over two lanes on Apache Kafka, and then one at a time.",
            "Starts the brokers, and a gateway for each lane, in JVMs of their own, and a database in its own. A gateway that"
                    + " ends is started again. Everything is in a temporary directory, which is deleted at the end.",
            "Three brokers and two gateways need about 2 GB of memory."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the letters are complete and equal, and each request has one result",
            "1:requests failed, the letters differ, results are lost or twice, or the demo could not run",
            "2:wrong options",
            "130:interrupted with Ctrl-C"
        })
final class KafkaDemoCommand implements Callable<Integer> {

    private static final int MOST_CONTRACTS = 10_000_000;

    @Option(names = "--transport", paramLabel = "kafka", required = true, description = "Chooses this demo.")
    private Transport transport;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "3 brokers, with each message on all of them, or 1 for a small machine (default: ${DEFAULT-VALUE}).")
    private int brokers;

    @Option(
            names = "--kill",
            description = {
                "Kill a gateway half-way, and start it again; then kill the broker that leads a lane, and start it again"
                        + " after 15 seconds.",
                "Says how long each interruption was."
            })
    private boolean kill;

    @Option(
            names = "--contracts",
            paramLabel = "N",
            defaultValue = "100000",
            description = "How many contracts to make and write letters for (default: ${DEFAULT-VALUE}).")
    private int contracts;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Another seed makes other data (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Spec
    private CommandSpec spec;

    /** What the lanes are made of. */
    private enum Transport {
        KAFKA
    }

    @Override
    public Integer call() {
        if (brokers != 1 && brokers != 3) {
            throw new ParameterException(spec.commandLine(), "--brokers " + brokers + " is neither 1 nor 3");
        } else if (contracts < 1 || contracts > MOST_CONTRACTS) {
            throw new ParameterException(
                    spec.commandLine(), "--contracts " + contracts + " is not between 1 and " + MOST_CONTRACTS);
        }
        final Screen screen = Screen.standard();
        return Interruption.run(
                screen,
                "All that was started has ended, and nothing is kept.",
                () -> new KafkaDemo(brokers, kill, contracts, seed, screen).run());
    }
}
