package dev.sluice.service.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.service.admin.control.Act;
import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.ctl.ControlCall.Answer;
import dev.sluice.service.ctl.ControlCall.NotThereException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
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

    private static final int NOT_THERE = 3;

    @Spec
    private CommandSpec spec;

    @Command(
            name = "orders",
            mixinStandardHelpOptions = true,
            description = "What was ordered and holds, with what takes it back.")
    int orders(@Mixin Gatepost gatepost) {
        return tell(gatepost, "orders", Map.of());
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
        all.put("who", System.getProperty("user.name") + "@" + host());
        who.reason.ifPresent(its -> all.put("reason", its));
        return tell(gatepost, act.word(), all);
    }

    private int tell(Gatepost gatepost, String act, Map<String, String> arguments) {
        final PrintWriter out = spec.commandLine().getOut();
        final PrintWriter err = spec.commandLine().getErr();
        try {
            final Answer answer = gatepost.call().ask(act, arguments);
            answer.error().ifPresent(err::println);
            if (answer.error().isEmpty()) {
                print(answer.json(), out);
            }
            return answer.error().isPresent() ? 1 : 0;
        } catch (final NotThereException e) {
            err.println(e.getMessage());
            return NOT_THERE;
        } catch (final ConfigException e) {
            err.println(e.getMessage());
            return 1;
        } finally {
            out.flush();
            err.flush();
        }
    }

    private static void print(JsonNode json, PrintWriter out) {
        if (json.has("done")) {
            out.println(json.get("done").asText());
        } else if (json.path("orders").isEmpty()) {
            out.println("nothing is ordered");
        } else {
            json.get("orders").forEach(order -> out.println(order.asText()));
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (final UnknownHostException e) {
            return "an unknown host";
        }
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
