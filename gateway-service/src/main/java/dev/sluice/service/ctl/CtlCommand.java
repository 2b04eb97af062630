package dev.sluice.service.ctl;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.service.config.yaml.Units;
import dev.sluice.service.control.Wanted;
import dev.sluice.service.control.Wanted.Act;
import dev.sluice.transport.Lanes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice ctl}: has the gateway of some queues pause, resume or drain. */
@Command(
        name = "ctl",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Has the gateway of some queues pause, resume or drain: leaves a notice with the queues, which the gateway looks for, and"
                    + " waits until it says that it is done and nothing is in hand. Whoever may write the queues may do it.",
            "A pause is kept: the gateway stays paused when it is started again, until it is resumed."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it is done, and no request is in hand",
            "1:a lane is late, or something went wrong; it is said of which",
            "2:wrong command line",
            "3:no gateway serves the queues; a pause is kept all the same, and holds for the next start"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice ctl pause --queues data/queues --reason \"index is being rebuilt\"",
            "  sluice ctl resume --queues data/queues",
            "  sluice ctl drain --queues 'kafka:night?bootstrap=broker1:9092' --wait 1h"
        },
        synopsisSubcommandLabel = "ACT")
public final class CtlCommand {

    @Spec
    private CommandSpec spec;

    @Command(
            name = "pause",
            mixinStandardHelpOptions = true,
            description = "No further request is read. What is in hand is finished, and its results can be read.")
    int pause(@Mixin QueuesOptions asked, @Mixin LaneOption lane) {
        return act(Act.PAUSE, asked, lane.lane);
    }

    @Command(
            name = "resume",
            mixinStandardHelpOptions = true,
            description = "Requests are read again: takes pause or drain back.")
    int resume(@Mixin QueuesOptions asked, @Mixin LaneOption lane) {
        return act(Act.RESUME, asked, lane.lane);
    }

    @Command(
            name = "drain",
            mixinStandardHelpOptions = true,
            description = {
                "Has all requests answered that wait now, and then the gateway's process end; several, where they share the lanes.",
                "It concerns the gateway that serves the queues now: one that is started later does not drain."
            })
    int drain(@Mixin QueuesOptions asked) {
        return act(Act.DRAIN, asked, Optional.empty());
    }

    private int act(Act act, QueuesOptions asked, Optional<Integer> lane) {
        final Duration patience = asked.patience(spec);
        try {
            final Lanes lanes = Lanes.existing(asked.address, QueueOptions.DEFAULTS.withDiskReserve(0));
            if (lane.filter(number -> number < 0 || number >= lanes.count()).isPresent()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--lane: there is no lane " + lane.get() + " at " + asked.address + ": it has " + lanes.count()
                                + ", counted from 0");
            }
            final Wanted wanted = Wanted.now(act, who(), asked.reason);
            try (NotifiedLanes notified = new NotifiedLanes(lanes, lane.map(List::of), wanted, spec.commandLine())) {
                return notified.run(patience);
            }
        } catch (final QueueException | IllegalArgumentException e) {
            spec.commandLine().getErr().println("sluice: " + e.getMessage());
            return 1;
        }
    }

    private static String who() {
        return System.getProperty("user.name") + "@" + host();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (final UnknownHostException e) {
            return "an unknown host";
        }
    }

    /** What every act is told. */
    static final class QueuesOptions {

        @Option(
                names = {"-q", "--queues"},
                required = true,
                paramLabel = "ADDRESS",
                description = "The directory of the queues, as queues.path of the gateway's configuration, or"
                        + " kafka:NAME?bootstrap=HOST:PORT.")
        private String address;

        @Option(
                names = "--reason",
                paramLabel = "TEXT",
                description = "Why; it is in the gateway's log, and shown as long as it holds.")
        private String reason = "";

        @Option(
                names = "--wait",
                paramLabel = "TIME",
                defaultValue = "1m",
                description = "How long to wait until it is done (default: ${DEFAULT-VALUE}); what is late then is"
                        + " done later all the same.")
        private String patience;

        private Duration patience(CommandSpec spec) {
            final OptionalLong millis = Units.TIME.parse(patience);
            if (millis.isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(), "--wait: expected a time such as 90s or 10m, found '" + patience + "'");
            }
            return Duration.ofMillis(millis.getAsLong());
        }
    }

    /** One lane of several. */
    static final class LaneOption {

        @Option(names = "--lane", paramLabel = "N", description = "Of one lane, counted from 0. Default: all.")
        private Optional<Integer> lane = Optional.empty();
    }
}
