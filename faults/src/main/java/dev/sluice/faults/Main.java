package dev.sluice.faults;

import dev.sluice.faults.kill.bank.CrashCommand;
import dev.sluice.faults.kill.letters.JobCrashCommand;
import dev.sluice.faults.simulate.search.SimulateCommand;
import dev.sluice.faults.soak.SoakCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The programs that try to break the promises. */
@Command(
        name = "sluice",
        description = "Crashes, simulated and real: what the promises must survive.",
        subcommands = {CrashCommand.class, JobCrashCommand.class, SimulateCommand.class, SoakCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
    }
}
