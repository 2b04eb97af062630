package dev.sluice.faults;

import dev.sluice.faults.kill.CrashCommand;
import dev.sluice.faults.kill.bank.ChronicleTransport;
import dev.sluice.faults.simulate.search.SimulateCommand;
import dev.sluice.service.FormerWords;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The main program of the commands that try to break the promises. */
@Command(
        name = "sluice",
        description = "Tests by simulated and real crashes whether Sluice keeps its promises.",
        subcommands = SimulateCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class Main {

    private static final FormerWords FORMER = new FormerWords(
            "sluice",
            Map.of(
                    "soak", "use 'sluice crash --for 1h', which has its mishaps and says what has grown",
                    "crash-job", "use 'sluice crash --scenario job', with the same options"));

    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return FORMER.on(new CommandLine(new Main()).addSubcommand(new CrashCommand(new ChronicleTransport())))
                .setCaseInsensitiveEnumValuesAllowed(true);
    }
}
