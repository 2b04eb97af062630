package dev.sluice.replay;

import dev.sluice.api.QueueException;
import dev.sluice.service.FormerWords;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The main program of the replay tool. */
@Command(
        name = "sluice replay",
        mixinStandardHelpOptions = true,
        description =
                "Reads the queues and shows what a gateway did. A command that changes something says so. A gateway"
                        + " may be running.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:a fault, a difference or a refusal; the help of the command says which",
            "2:wrong command line",
            "3:there are no queues, or they cannot be read; the message says why"
        })
public final class Main {

    private static final String LAUNCHER = "sluice";

    private static final List<Class<? extends QueueCommand>> COMMANDS = List.of(
            StatusCommand.class,
            CatCommand.class,
            ShowCommand.class,
            VerifyCommand.class,
            JobsCommand.class,
            ResumeCommand.class,
            RedriveCommand.class,
            ReplayCommand.class,
            DiffCommand.class,
            PruneCommand.class,
            RepairCommand.class);

    /** The commands that the launcher accepts without "replay". */
    private static final List<String> SHORT = List.of("status", "cat", "show", "jobs");

    private static final FormerWords FORMER = new FormerWords(
            "sluice replay",
            Map.of(
                    "export",
                    "its options and its file format are gone, too. To write JSON lines, which 'sluice replay diff' and"
                            + " the test kit read, use: sluice cat both --format json --queues ADDRESS | gzip > FILE."
                            + " To mask values, change the lines with jq before gzip: docs/reference/wire-format.md",
                    "repair --uncertain",
                    "repair no longer sets aside a file of other queues or a file under a wrong name; bring the right"
                            + " files back from a copy, as repair says without this option"));

    private Main() {}

    public static void main(String[] args) {
        // Always UTF-8, even if the locale says otherwise, as under cron: JSON is UTF-8, and no character may be lost.
        final PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        System.exit(commandLine(args).setOut(out).execute(args));
    }

    /**
     * Returns the commands, so that a program can run them without a shell.
     *
     * @param args if they begin with a command's name, only that command is created, because creating each command takes
     *     milliseconds
     */
    public static CommandLine commandLine(String... args) {
        final CommandLine commands = new CommandLine(new Main());
        final boolean named = COMMANDS.stream().anyMatch(type -> List.of(args).indexOf(name(type)) == 0);
        for (final Class<?> type : COMMANDS) {
            if (!named || name(type).equals(args[0])) {
                commands.addSubcommand(type);
            }
        }
        commands.getSubcommands().forEach((name, command) -> {
            if (SHORT.contains(name)) {
                showAsShort(commands, command);
            }
        });
        return FORMER.on(commands)
                .registerConverter(Duration.class, Amount::time)
                .registerConverter(Place.class, Place::parse)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((exception, commandLine, result) -> {
                    if (exception instanceof QueueException) {
                        commandLine.getErr().println(exception.getMessage());
                        return QueueCommand.COULD_NOT_READ;
                    }
                    throw exception;
                });
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    /** Makes a command's help show the name that the launcher takes: "sluice status", not "sluice replay status". */
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
