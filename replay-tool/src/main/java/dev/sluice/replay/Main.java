package dev.sluice.replay;

import dev.sluice.queue.QueueException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;

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

    private static final String LAUNCHER = "sluice";

    /** Commands that the launcher takes without "replay". */
    private static final List<String> SHORT = List.of("status", "cat", "show", "jobs");

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
        final CommandLine commands = new CommandLine(new Main());
        SHORT.forEach(name -> showAsShort(commands, commands.getSubcommands().get(name)));
        return commands.setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((exception, commandLine, result) -> {
                    if (exception instanceof QueueException) {
                        commandLine.getErr().println(exception.getMessage());
                        return COULD_NOT_READ;
                    }
                    throw exception;
                });
    }

    /** Help gives the name that the launcher takes: "sluice status", not "sluice replay status". */
    private static void showAsShort(CommandLine commands, CommandLine command) {
        final String name = commands.getCommandName();
        command.getHelpSectionMap().computeIfPresent(UsageMessageSpec.SECTION_KEY_SYNOPSIS, (key, synopsis) -> help -> {
            commands.setCommandName(LAUNCHER);
            try {
                return synopsis.render(help);
            } finally {
                commands.setCommandName(name);
            }
        });
    }
}
