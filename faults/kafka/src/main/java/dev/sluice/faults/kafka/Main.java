package dev.sluice.faults.kafka;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program behind {@code sluice crash --transport kafka}. */
@Command(
        name = "sluice",
        description = "Kills, with the lanes on Kafka.",
        mixinStandardHelpOptions = true,
        subcommands = KafkaCrashCommand.class)
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        // Brokers are away all the time.
        System.setProperty("org.slf4j.simpleLogger.log.org.apache.kafka", "off");
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
    }
}
