package dev.sluice.service;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.transport.Finding;
import dev.sluice.transport.Finding.Kind;
import dev.sluice.transport.Transports;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice lanes}: creates the topics of lanes. */
@Command(
        name = "lanes",
        mixinStandardHelpOptions = true,
        description = "Creates lanes before the first start of jobs and gateways.",
        subcommands = LanesCommand.Create.class,
        synopsisSubcommandLabel = "COMMAND")
final class LanesCommand {

    /** {@code sluice lanes create}. */
    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = {
                "Creates the topics of lanes on Kafka, with the settings that Sluice's promises need, for users who may not"
                        + " create topics themselves. Lanes in a directory are created at the first start of their gateway.",
                "Reports the topics that exist already, and for a wrong setting the command that corrects it. Changes and"
                        + " deletes nothing, and adds no partitions, because the lane of a job depends on their number."
            },
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:the lanes exist, or with --dry-run could be created; there may be warnings",
                "1:the lanes cannot be created, or existing topics would break a promise",
                "2:wrong command line"
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  sluice lanes create 'kafka:night?bootstrap=broker1:9092,broker2:9092' --lanes 4",
                "  sluice lanes create 'kafka:test?bootstrap=localhost:9092' --lanes 1 --replication 1 --dry-run"
            })
    static final class Create implements Callable<Integer> {

        @Parameters(paramLabel = "ADDRESS", description = "The lanes' address, as in queues.path of a configuration.")
        private String address;

        @Option(
                names = "--lanes",
                required = true,
                paramLabel = "N",
                description = "The number of lanes, as in queues.lanes of a configuration. It cannot be changed later.")
        private int lanes;

        @Option(
                names = "--replication",
                paramLabel = "N",
                defaultValue = "3",
                description =
                        "The number of brokers that store each message. Default: 3, of which two must be in sync, so that"
                                + " one may fail.")
        private int copies;

        @Option(names = "--dry-run", description = "Reports what would be created, and creates nothing.")
        private boolean dryRun;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            final PrintWriter out = spec.commandLine().getOut();
            try {
                final List<Finding> found = Transports.of(address).make(address, options(), copies, dryRun);
                found.forEach(finding -> out.println(line(finding)));
                return found.stream().anyMatch(finding -> finding.kind() == Kind.PROBLEM) ? 1 : 0;
            } catch (final QueueException e) {
                out.println(e.getMessage());
                return 1;
            }
        }

        private QueueOptions options() {
            if (lanes < 1 || lanes > QueueOptions.MOST_LANES) {
                throw wrong("--lanes", lanes, QueueOptions.MOST_LANES);
            } else if (copies < 1 || copies > Short.MAX_VALUE) {
                throw wrong("--replication", copies, Short.MAX_VALUE);
            }
            return QueueOptions.DEFAULTS.withLanes(lanes);
        }

        private ParameterException wrong(String option, int value, int most) {
            return new ParameterException(
                    spec.commandLine(), option + ": expected a number from 1 to " + most + ", not " + value);
        }

        private static String line(Finding finding) {
            return finding.kind() == Kind.NOTE
                    ? finding.text()
                    : finding.kind().name().toLowerCase(Locale.ROOT) + ": " + finding.text();
        }
    }
}
