package dev.sluice.replay;

import dev.sluice.queue.QueueException;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The replay tool's program. */
@Command(
        name = "sluice replay",
        mixinStandardHelpOptions = true,
        description =
                "Shows what a gateway did, from its queues; a gateway may be running. Read-only, but for what says otherwise.",
        subcommands = {
            StatusCommand.class,
            CatCommand.class,
            ShowCommand.class,
            VerifyCommand.class,
            JobsCommand.class,
            ResumeCommand.class,
            RedriveCommand.class,
            ReplayCommand.class,
            DiffCommand.class,
            ExportCommand.class,
            PruneCommand.class,
            RepairCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the command found what it was to look for; its help says what",
            "2:wrong command line",
            "3:there are no queues, or they cannot be read; the message says why"
        })
public final class Main {

    /** The exit code of a command that found no queues, or could not open them. */
    static final int COULD_NOT_READ = 3;

    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The release, as it stands in the jar's manifest. */
    static String version() {
        return Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
    }

    /** The commands, to be run by a program instead of a shell. */
    public static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((exception, commandLine, result) -> {
                    if (exception instanceof QueueException) {
                        commandLine.getErr().println(exception.getMessage());
                        return COULD_NOT_READ;
                    }
                    throw exception;
                });
    }
}
