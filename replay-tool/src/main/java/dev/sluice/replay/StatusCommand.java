package dev.sluice.replay;

import dev.sluice.api.QueueException;
import dev.sluice.client.job.OpenRun;
import dev.sluice.internal.text.Terminal;
import dev.sluice.service.look.Look;
import dev.sluice.service.look.Queues;
import dev.sluice.service.look.Status;
import dev.sluice.service.look.Status.OfLane;
import dev.sluice.service.look.StatusText;
import dev.sluice.service.look.Troubles;
import dev.sluice.transport.Lane;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code status}: shows how far a gateway got, which requests wait, and whether an operator must act. */
@Command(
        name = "status",
        description = {
            "Shows how far a gateway got, and which requests wait. If something needs a person, the first line says"
                    + " what: requests that wait while no gateway serves them, a gateway that answers nothing, a disk"
                    + " that fills up.",
            "Locks nothing, and reads little, however long the queues are: requests and results of a certain time are"
                    + " found by binary search, and failures and chunks are counted over the last results only."
                    + " Processes in other containers cannot be seen, and are not named.",
            "A script that asks often can do without a JVM, if the gateway's configuration has health.port: curl"
                    + " http://HOST:PORT/status, or /state for JSON; with health.token add -H 'Authorization: Bearer"
                    + " TOKEN'."
        },
        footer = {
            "  sluice status -q data/demo/queues --json --reserve 1GB",
            "  sluice status -q data/demo/queues --results 100 --patience 5m"
        },
        exitCodeList = {
            "0:fine",
            "1:something needs a person; the first line says what",
            "2:wrong command line",
            "3:there are no queues, or they cannot be read; the message says why"
        })
final class StatusCommand extends QueueCommand {

    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final int ATTEMPTS = 3;

    @Mixin
    private QueuesOption queues;

    @Mixin
    private FormatOption format;

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            description = "Show the status again every SECONDS seconds, until Ctrl-C.")
    private Optional<Integer> watch = Optional.empty();

    @Option(
            names = "--results",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Count failures and chunks over the last N results (default: ${DEFAULT-VALUE}).")
    private long results;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "How long a gateway may answer nothing while requests wait, before the status says so"
                    + " (default: ${DEFAULT-VALUE}).")
    private Duration patience;

    @Option(
            names = "--reserve",
            paramLabel = "SIZE",
            defaultValue = "512MB",
            converter = Amount.OfSpace.class,
            description = "The free space on the disk below which a person must act. Use the disk reserve of your jobs:"
                    + " with less free space their requests are refused (default: ${DEFAULT-VALUE}, as for jobs).")
    private long reserve;

    private Optional<List<OpenRun>> runs = Optional.empty();

    @Override
    int run(PrintWriter out) {
        final List<Lane> open = new ArrayList<>();
        try {
            final List<Supplier<Queues>> looks =
                    queues.lanes().stream().map(lane -> look(lane, open)).toList();
            int code = show(looks, out);
            while (watch.isPresent() && pause() && !out.checkError()) {
                code = show(looks, out);
            }
            return code;
        } finally {
            open.forEach(Lane::close);
        }
    }

    /**
     * Returns a supplier that looks at a lane. If the lane cannot be opened, only this supplier throws the exception, so that the
     * other lanes are still shown.
     */
    private Supplier<Queues> look(String address, List<Lane> open) {
        try {
            final Lane lane = QueuesOption.open(address);
            open.add(lane);
            return new Look(lane, this::openRuns, InstantSource.system(), results, reserve)::now;
        } catch (final QueueException e) {
            return () -> {
                throw e;
            };
        }
    }

    /**
     * Returns the open runs of all lanes. They are read only once. Returns none if a lane cannot be read, because looking at that
     * lane reports the error.
     */
    private List<OpenRun> openRuns() {
        try {
            runs = runs.isPresent() ? runs : Optional.of(OpenRun.list(queues.all()));
            return runs.get();
        } catch (final QueueException e) {
            return List.of();
        }
    }

    private int show(List<Supplier<Queues>> looks, PrintWriter out) {
        runs = Optional.empty();
        final List<OfLane> lanes = looks.size() == 1
                ? List.of(OfLane.read("", now(looks.get(0), ATTEMPTS)))
                : IntStream.range(0, looks.size())
                        .mapToObj(lane -> seen(Integer.toString(lane), looks.get(lane)))
                        .toList();
        final Status status = new Troubles(patience).status(Instant.now(), queues.place(), lanes);
        out.print(watch.isPresent() && Terminal.isThere() && !format.isJson() ? CLEAR : "");
        format.print(out, status::json, () -> StatusText.of(status));
        return status.fine() ? 0 : 1;
    }

    private static OfLane seen(String lane, Supplier<Queues> look) {
        try {
            return OfLane.read(lane, now(look, ATTEMPTS));
        } catch (final QueueException e) {
            return OfLane.unread(lane, e.getMessage());
        }
    }

    /** Looks again after an error. Retention may just have deleted a file, whereas real damage causes the error each time. */
    private static Queues now(Supplier<Queues> look, int attempts) {
        try {
            return look.get();
        } catch (final QueueException e) {
            if (attempts == 1) {
                throw e;
            }
            return now(look, attempts - 1);
        }
    }

    /** Returns false if the thread was interrupted. */
    private boolean pause() {
        try {
            TimeUnit.SECONDS.sleep(Math.max(1, watch.get()));
            return true;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
