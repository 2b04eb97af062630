package dev.sluice.service.ctl;

import dev.sluice.service.admin.control.Act;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice ctl}: has a running gateway do something. */
@Command(
        name = "ctl",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Has a running gateway do something. It needs control.token in the gateway's configuration, and leaves a line in the"
                    + " gateway's log and in control.audit, with who, when and --reason.",
            "What is paused, held or quarantined stays so when the gateway is started again, until it is taken back."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it is done",
            "1:it was refused or failed",
            "2:wrong command line",
            "3:no gateway answers there"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice ctl pause --config config/gateway.yaml --reason \"index is being rebuilt\"",
            "  sluice ctl orders --url http://127.0.0.1:9464",
            "  sluice ctl quarantine 20412:17 --token-file /run/secrets/control"
        },
        synopsisSubcommandLabel = "ACT")
public final class CtlCommand {

    @Spec
    private CommandSpec spec;

    @Command(
            name = "orders",
            mixinStandardHelpOptions = true,
            description = "What was ordered and holds, with what takes it back.")
    int orders(@Mixin Gatepost gatepost) {
        return tell(gatepost, ControlCall.ORDERS, Map.of());
    }

    @Command(
            name = "pause",
            mixinStandardHelpOptions = true,
            description = "No further request is read. What is in hand is finished, and its results can be read.")
    int pause(@Mixin Gatepost gatepost, @Mixin Who who, @Mixin LaneOption lane) {
        return act(gatepost, who, Act.PAUSE, lane.given());
    }

    @Command(name = "resume", mixinStandardHelpOptions = true, description = "Takes pause or drain back.")
    int resume(@Mixin Gatepost gatepost, @Mixin Who who, @Mixin LaneOption lane) {
        return act(gatepost, who, Act.RESUME, lane.given());
    }

    @Command(
            name = "hold",
            mixinStandardHelpOptions = true,
            description =
                    "Requests for a name are not read, nor, as results come in order, any after the first of them.")
    int hold(
            @Parameters(paramLabel = "NAME", description = "A lookup, statement or endpoint.") String name,
            @Mixin Gatepost gatepost,
            @Mixin Who who,
            @Mixin LaneOption lane) {
        return act(gatepost, who, Act.HOLD, lane.and("name", name));
    }

    @Command(name = "unhold", mixinStandardHelpOptions = true, description = "Takes hold back.")
    int unhold(
            @Parameters(paramLabel = "NAME", description = "A lookup, statement or endpoint.") String name,
            @Mixin Gatepost gatepost,
            @Mixin Who who,
            @Mixin LaneOption lane) {
        return act(gatepost, who, Act.UNHOLD, lane.and("name", name));
    }

    @Command(
            name = "quarantine",
            mixinStandardHelpOptions = true,
            description = "One request that waits is answered as failed instead of being asked.")
    int quarantine(
            @Parameters(paramLabel = "POSITION", description = "The request, as sluice cat prints it.") String position,
            @Mixin Gatepost gatepost,
            @Mixin Who who,
            @Mixin LaneOption lane) {
        return act(gatepost, who, Act.QUARANTINE, lane.and("position", position));
    }

    @Command(
            name = "release",
            mixinStandardHelpOptions = true,
            description = "Takes quarantine back, if the request still waits.")
    int release(
            @Parameters(paramLabel = "POSITION", description = "The request, as sluice cat prints it.") String position,
            @Mixin Gatepost gatepost,
            @Mixin Who who,
            @Mixin LaneOption lane) {
        return act(gatepost, who, Act.RELEASE, lane.and("position", position));
    }

    @Command(
            name = "drain",
            mixinStandardHelpOptions = true,
            description =
                    "Answers all requests that wait now, then stops the gateway. Returns at once; sluice ctl orders says how"
                            + " far it is.")
    int drain(
            @Option(
                            names = "--for",
                            paramLabel = "TIME",
                            description = "Stops after that time, such as 10m, in any case.")
                    Optional<String> longest,
            @Mixin Gatepost gatepost,
            @Mixin Who who) {
        return act(
                gatepost,
                who,
                Act.DRAIN,
                longest.map(time -> Map.of("for", time)).orElse(Map.of()));
    }

    @Command(
            name = "stop",
            mixinStandardHelpOptions = true,
            description = "Stops the gateway as SIGTERM does: what is in hand is finished, for at most five seconds.")
    int stop(@Mixin Gatepost gatepost, @Mixin Who who) {
        return act(gatepost, who, Act.STOP, Map.of());
    }

    @Command(
            name = "reload",
            mixinStandardHelpOptions = true,
            description = {
                "Has the gateway read its own configuration file again, and take what can change while it runs.",
                "If anything else differs, or the file is wrong, nothing is changed, and it says why."
            })
    int reload(
            @Option(names = "--dry-run", description = "Says what differs, and changes nothing.") boolean dryRun,
            @Mixin Gatepost gatepost,
            @Mixin Who who) {
        return act(gatepost, who, Act.RELOAD, dryRun ? Map.of("dryRun", "true") : Map.of());
    }

    @Command(
            name = "level",
            mixinStandardHelpOptions = true,
            description = "Changes the level of the log until the gateway ends, where its log is JSON.")
    int level(
            @Parameters(paramLabel = "LEVEL", description = "error, warn, info, debug or trace.") String level,
            @Option(
                            names = "--logger",
                            paramLabel = "NAME",
                            description = "Of a part of the log. Default: the gateway's own.")
                    Optional<String> name,
            @Mixin Gatepost gatepost,
            @Mixin Who who) {
        final Map<String, String> arguments = new TreeMap<>(Map.of("level", level));
        name.ifPresent(its -> arguments.put("name", its));
        return act(gatepost, who, Act.LEVEL, arguments);
    }

    @Command(
            name = "threads",
            mixinStandardHelpOptions = true,
            description = "Prints what every thread does, with locks, as jstack.")
    int threads(@Mixin Gatepost gatepost, @Mixin Who who) {
        return act(gatepost, who, Act.THREADS, Map.of());
    }

    private int act(Gatepost gatepost, Who who, Act act, Map<String, String> arguments) {
        final Map<String, String> all = new TreeMap<>(arguments);
        all.put("who", Told.who());
        who.reason.ifPresent(its -> all.put("reason", its));
        return tell(gatepost, act.word(), all);
    }

    private int tell(Gatepost gatepost, String act, Map<String, String> arguments) {
        return Told.by(
                gatepost,
                act,
                arguments,
                spec.commandLine().getOut(),
                spec.commandLine().getErr());
    }

    /** The audit's words of the caller, besides who it is. */
    static final class Who {

        @Option(
                names = "--reason",
                paramLabel = "TEXT",
                description = "Why; it is in the audit, and shown while an order holds.")
        private Optional<String> reason = Optional.empty();
    }

    /** One lane of several. */
    static final class LaneOption {

        @Option(
                names = "--lane",
                paramLabel = "N",
                description = "Of one lane, where the gateway serves several. Default: all.")
        private Optional<String> lane = Optional.empty();

        private Map<String, String> given() {
            return lane.map(number -> Map.of("lane", number)).orElse(Map.of());
        }

        private Map<String, String> and(String name, String value) {
            final Map<String, String> all = new TreeMap<>(given());
            all.put(name, value);
            return all;
        }
    }
}
