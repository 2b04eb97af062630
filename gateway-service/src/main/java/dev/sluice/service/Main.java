package dev.sluice.service;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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

    private static final Logger LOG = LoggerFactory.getLogger(Main.class);

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
        int code = 1;
        try {
            code = new CommandLine(new Main()).execute(args);
        } catch (final Error e) {
            LOG.error("The gateway failed", e);
        } finally {
            System.exit(code); // whatever else is running: without this thread it would be half dead
        }
    }
}
