package dev.sluice.examples.kafka;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program behind {@code sluice demo --transport kafka}. */
@Command(
        name = "sluice",
        description = "The demo with its lanes on Kafka.",
        mixinStandardHelpOptions = true,
        subcommands = KafkaDemoCommand.class)
public final class Main {

    /** What they say the demo says itself: that a gateway or a broker is away. */
    private static final List<String> QUIET = List.of("org.apache.kafka", "dev.sluice.internal.client.GatewayWatch");

    private Main() {}

    public static void main(String[] args) {
        QUIET.forEach(logger -> System.setProperty("org.slf4j.simpleLogger.log." + logger, "off"));
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
    }
}
