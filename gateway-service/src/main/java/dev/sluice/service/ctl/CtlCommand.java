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

/** {@code sluice ctl}: tells the gateway that serves some queues to pause, resume or drain. */
@Command(
        name = "ctl",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Tells the gateway of some queues to pause, resume or drain. Leaves a notice beside the queues, which the gateway finds,"
                    + " and waits until the gateway reports that the command is carried out and no request is in"
                    + " progress. Every user with the right to write the queues may do this.",
            "A pause survives a restart: the gateway stays paused until it is resumed.",
            "A script can do without a JVM: it writes the notice, one line of JSON, into the file"
                    + " out/control-wanted.json of the queues, and reads out/control-done.json. config/want.sh is such"
                    + " a script."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the command is carried out, and no request is in progress",
            "1:the command was not carried out in time, or there was an error; the output names the lane",
            "2:wrong command line",
            "3:no gateway serves the queues; a pause is stored nevertheless, and applies to the next start"
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
            description = "Stops reading requests. Requests in progress are finished, and their results can be read.")
    int pause(@Mixin QueuesOptions asked, @Mixin LaneOption lane) {
        return act(Act.PAUSE, asked, lane.lane);
    }

    @Command(
            name = "resume",
            mixinStandardHelpOptions = true,
            description = "Continues to read requests: cancels a pause or drain.")
    int resume(@Mixin QueuesOptions asked, @Mixin LaneOption lane) {
        return act(Act.RESUME, asked, lane.lane);
    }

    @Command(
            name = "drain",
            mixinStandardHelpOptions = true,
            description = {
                "Makes the gateway answer all requests that wait now, and then end its process; if several processes share the"
                        + " lanes, all of them end.",
                "Only a gateway that serves the queues now drains; one that is started later does not."
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
                                + " lanes, counted from 0");
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

    /** The options of every action. */
    static final class QueuesOptions {

        @Option(
                names = {"-q", "--queues"},
                required = true,
                paramLabel = "ADDRESS",
                description = "The directory of the queues, as in queues.path of the gateway's configuration, or"
                        + " kafka:NAME?bootstrap=HOST:PORT.")
        private String address;

        @Option(
                names = "--reason",
                paramLabel = "TEXT",
                description = "The reason. The gateway logs the reason, and shows it until the next command.")
        private String reason = "";

        @Option(
                names = "--wait",
                paramLabel = "TIME",
                defaultValue = "1m",
                description = "How long to wait until the command is carried out (default: ${DEFAULT-VALUE}). The"
                        + " gateway carries it out even if that takes longer.")
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

    /** The option that selects one of several lanes. */
    static final class LaneOption {

        @Option(names = "--lane", paramLabel = "N", description = "Only lane N, counted from 0. Default: all lanes.")
        private Optional<Integer> lane = Optional.empty();
    }
}
