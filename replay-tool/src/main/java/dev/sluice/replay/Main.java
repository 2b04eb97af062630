package dev.sluice.replay;

import dev.sluice.queue.QueueException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The replay tool's program. */
@Command(
        name = "sluice replay",
        mixinStandardHelpOptions = true,
        description =
                "Shows what a gateway did, from its queues; a gateway may be running. Read-only, but for what says otherwise.",
        subcommands = {StatusCommand.class, CatCommand.class, JobsCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the queues cannot be read; the message says why", "2:wrong command line"})
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((exception, commandLine, result) -> {
                    if (exception instanceof QueueException) {
                        commandLine.getErr().println(exception.getMessage());
                        return 1;
                    }
                    throw exception;
                });
    }
}
