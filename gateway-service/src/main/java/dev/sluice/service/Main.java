package dev.sluice.service;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The gateway's program: {@code run}. */
@Command(
        name = "sluice",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "A persistent-queue gateway between batch jobs and the systems they ask.",
        subcommands = RunCommand.class,
        synopsisSubcommandLabel = "COMMAND")
public final class Main {

    /** The version in the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            final String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"sluice " + (version == null ? "(not packaged)" : version)};
        }
    }

    private Main() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }
}
