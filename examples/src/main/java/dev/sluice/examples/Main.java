package dev.sluice.examples;

import dev.sluice.examples.demo.DemoCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The main program of the examples. */
@Command(
        name = "sluice",
        description = "Examples of batch jobs that use a gateway.",
        mixinStandardHelpOptions = true,
        subcommands = DemoCommand.class)
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
    }
}
