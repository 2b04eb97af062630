package dev.sluice.replay;

import dev.sluice.api.QueueException;
import dev.sluice.replay.again.Replay;
import dev.sluice.replay.again.Replayed;
import dev.sluice.replay.again.Target;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.jdbc.connect.Product.MissingDriverException;
import dev.sluice.service.log.LogSetup;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Transports;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code replay}: sends recorded requests to the backends of another configuration. */
@Command(
        name = "replay",
        description = {
            "Sends recorded requests again with another configuration: a new service, another database, another chunk"
                    + " size. Starts a gateway of its own over new queues at the address of --into, and leaves them"
                    + " there with the results; 'diff' compares them. The recorded queues are only read; their gateway"
                    + " and jobs may be running.",
            "Sends lookups and queries only: updates and events change databases and services, so they are left out"
                    + " and counted unless --updates is given. A read after an update that was left out may differ for"
                    + " that reason alone. Without --updates no checkpoint tables are created.",
            "The configuration may be that of a running gateway: of its queues section only rollCycle and diskReserve are used,"
                    + " and its health section is ignored. After Ctrl-C the requests already read are finished, and"
                    + " the summary is printed."
        },
        footer = {
            "  sluice replay replay -q data/demo/queues -c data/demo/replay.yaml \\",
            "      --into data/demo/replayed",
            "  sluice replay diff data/demo/queues data/demo/replayed"
        },
        exitCodeList = {
            "0:all requests were sent and answered, failures included",
            "1:the replay was stopped before that",
            "2:wrong command line, or the directory of --into is not empty",
            "3:the queues cannot be read or written, the configuration is wrong, or its gateway failed; the message says why"
        })
final class ReplayCommand extends QueueCommand {

    private static final int ENDED = 1;

    enum Rhythm {
        full,
        recorded
    }

    @Mixin
    private QueuesOption queues;

    @Option(
            names = {"-c", "--config"},
            required = true,
            paramLabel = "FILE",
            description = "The configuration of the backends that answer the requests.")
    private Path config;

    @Option(
            names = "--into",
            required = true,
            paramLabel = "ADDRESS",
            description = "Where to create the new queues: a directory, or an address of another transport, that is"
                    + " empty or does not exist yet.")
    private String into;

    @Mixin
    private SelectionOption selected;

    @Option(
            names = "--updates",
            description = "Send updates and events, too: they change the data of the databases and services of FILE.")
    private boolean updates;

    @Option(
            names = "--rhythm",
            paramLabel = "NAME",
            defaultValue = "full",
            description = "full: as fast as possible; recorded: with the recorded pauses between the requests (default:"
                    + " ${DEFAULT-VALUE}).")
    private Rhythm rhythm;

    @Option(
            names = "--factor",
            paramLabel = "X",
            defaultValue = "1",
            description = "With --rhythm recorded: X times as fast (default: ${DEFAULT-VALUE}).")
    private double factor;

    @Mixin
    private FormatOption format;

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            defaultValue = "warn",
            description = "What the gateway logs on standard error: error, warn, info, debug or trace (default:"
                    + " ${DEFAULT-VALUE}).")
    private Level logLevel;

    @Override
    int run(PrintWriter out) {
        if (!(factor > 0) || Double.isInfinite(factor)) {
            throw wrong("--factor " + factor + " is not more than 0");
        }
        LogSetup.use(LogSetup.Format.TEXT, logLevel);
        try (Lane recorded = queues.open()) {
            final GatewayConfig target = Target.of(DatabasesOption.load(config), into, updates);
            checkEmpty();
            final Replay.Options asked = new Replay.Options(
                    recorded,
                    queues.place(),
                    selected.of(recorded).upTo(recorded, recorded.lastIndexNow()),
                    updates,
                    rhythm == Rhythm.full ? 0 : factor);
            return run(recorded, new Replay(asked, target, QueuesOption.TO_WRITE), out);
        } catch (final ConfigException | MissingDriverException e) {
            throw new QueueException(e.getMessage(), e);
        }
    }

    private void checkEmpty() {
        if (QueuesOption.isOnDisk(into) ? hasFiles(Path.of(into)) : hasRequests()) {
            throw wrong("--into " + into
                    + " is not empty: a replay creates its own queues; name a new directory or address, or"
                    + " delete its content");
        }
    }

    private boolean hasFiles(Path directory) {
        if (!Files.exists(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isPresent();
        } catch (final IOException e) {
            throw wrong("--into " + into + " cannot be read: " + e);
        }
    }

    private boolean hasRequests() {
        try (Lane lane = Transports.open(into, QueuesOption.TO_WRITE)) {
            return lane.firstRequestFrom(0).isPresent() || lane.lastAnswered().isPresent();
        }
    }

    private int run(Lane recorded, Replay replay, PrintWriter out) {
        try (Interruption interruption = new Interruption(replay::stop)) {
            assert interruption != null;
            final Replayed replayed;
            try (ProgressLine progress = progress(selected.isOpen() ? recorded.requestCount() : 0)) {
                replayed = replay.run(config, progress::at);
            }
            format.print(
                    out,
                    replayed::json,
                    () -> replayed.text() + "compare: sluice replay diff " + queues.address() + " " + into
                            + System.lineSeparator());
            return replay.isStopped() ? ENDED : 0;
        }
    }
}
