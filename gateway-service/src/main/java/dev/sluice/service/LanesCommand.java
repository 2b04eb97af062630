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

/** {@code sluice lanes}: the place of lanes, by their address. */
@Command(
        name = "lanes",
        mixinStandardHelpOptions = true,
        description = "Makes lanes before the first start of jobs and gateways.",
        subcommands = LanesCommand.Create.class,
        synopsisSubcommandLabel = "COMMAND")
final class LanesCommand {

    /** {@code sluice lanes create}. */
    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = {
                "Makes the topics of lanes on Kafka, with the settings that the promises need, for users who may not make"
                        + " topics themselves. Lanes in a directory are made by the first start of their gateway.",
                "Says what is there already and what of that differs, with the command that mends it. Changes and deletes"
                        + " nothing, and adds no partitions: which lane a job has follows from their number."
            },
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {
                "0:the lanes are there, or would be; there may be warnings",
                "1:they cannot be made, or what is there breaks a promise",
                "2:wrong command line"
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  sluice lanes create 'kafka:night?bootstrap=broker1:9092,broker2:9092' --lanes 4",
                "  sluice lanes create 'kafka:test?bootstrap=localhost:9092' --lanes 1 --replication 1 --dry-run"
            })
    static final class Create implements Callable<Integer> {

        @Parameters(paramLabel = "ADDRESS", description = "The lanes' address, as queues.path of a configuration.")
        private String address;

        @Option(
                names = "--lanes",
                required = true,
                paramLabel = "N",
                description =
                        "How many lanes there are to be, as queues.lanes of a configuration. Fixed when they are made.")
        private int lanes;

        @Option(
                names = "--replication",
                paramLabel = "N",
                defaultValue = "3",
                description =
                        "How many brokers have each message. Default: 3, of which two have to be in sync, so that one"
                                + " may fail.")
        private int copies;

        @Option(names = "--dry-run", description = "Says what would be made, and makes nothing.")
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
