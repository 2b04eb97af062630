package dev.sluice.replay;

import dev.sluice.api.QueueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("status", StatusCommand.class);
        COMMANDS.put("cat", CatCommand.class);
        COMMANDS.put("show", ShowCommand.class);
        COMMANDS.put("verify", VerifyCommand.class);
        COMMANDS.put("jobs", JobsCommand.class);
        COMMANDS.put("resume", ResumeCommand.class);
        COMMANDS.put("redrive", RedriveCommand.class);
        COMMANDS.put("replay", ReplayCommand.class);
        COMMANDS.put("diff", DiffCommand.class);
        COMMANDS.put("export", ExportCommand.class);
        COMMANDS.put("prune", PruneCommand.class);
        COMMANDS.put("repair", RepairCommand.class);
    }

    /** Commands that the launcher takes without "replay". */
    private static final List<String> SHORT = List.of("status", "cat", "show", "jobs");

    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine(args).execute(args));
    }

    /** The release, as it stands in the jar's manifest. */
    static String version() {
        return Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
    }

    /**
     * The commands, to be run by a program instead of a shell.
     *
     * @param args if they begin with a command's name, the others are left out: making one takes some milliseconds
     */
    public static CommandLine commandLine(String... args) {
        final CommandLine commands = new CommandLine(new Main());
        final boolean named = args.length > 0 && COMMANDS.containsKey(args[0]);
        COMMANDS.forEach((name, type) -> {
            if (!named || name.equals(args[0])) {
                commands.addSubcommand(name, type);
            }
        });
        commands.getSubcommands().forEach((name, command) -> {
            if (SHORT.contains(name)) {
                showAsShort(commands, command);
            }
        });
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
