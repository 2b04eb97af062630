package dev.sluice.replay;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.replay.act.Redrive;
import dev.sluice.replay.act.RedriveReport;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestWriter;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code redrive}: writes failed requests again, or updates that a database has lost. */
@Command(
        name = "redrive",
        description = {
            "Writes failed requests again, to be used once the cause is fixed: all that failed, or those selected by"
                    + " class of failure, name, key and place. The copies come after all other requests, in the order"
                    + " of their originals. A gateway and jobs may be running. Use --dry-run first.",
            "The header redrive-of of each copy names the request that it repeats. No request is written twice:"
                    + " requests that were redriven before are left out and counted, even if this command was killed"
                    + " in the middle. Requests that wait or have succeeded are never written again, except with"
                    + " --lost.",
            "A failed update was rolled back, so its copy runs as if for the first time. But an update of a database"
                    + " with at-least-once updates, or a DDL statement, may have taken effect if it failed with"
                    + " TIMEOUT or INTERNAL: check first. For the same reason events (send) are left out unless the"
                    + " service clearly refused them. The copy of a refused event has a new idempotency key; the other"
                    + " events are copied with --uncertain, and keep their keys. If an upgrade has changed the keys"
                    + " since an event was sent, the service has never seen the key of the copy: check first whether"
                    + " the service has the event. Copies come after all requests written since: an old update can"
                    + " undo a newer one.",
            "Copies have no deadline. The headers of a job's run are renamed to original-job and so on, so that no run"
                    + " takes a copy for its own. Requests that an unfinished run has not handled are left out,"
                    + " because the run sends them again.",
            "With --lost, the command does not write failed requests, but the updates between --from and --to that"
                    + " succeeded, because their database has lost the commits: for example, it was restored from a"
                    + " backup. The log of sluice run --accept-lost has the command. Use --lookup to leave out updates"
                    + " of other databases. Reads, events and failed updates are not written.",
        },
        footer = {
            "  sluice replay redrive -q data/demo/queues --dry-run",
            "  sluice replay redrive -q data/demo/queues --dry-run \\",
            "      --lookup customer --failure TIMEOUT,UNAVAILABLE",
            "  sluice replay redrive -q data/demo/queues --dry-run \\",
            "      --from 2026-11-22T03:00:00Z --format json",
            "  sluice replay redrive -q data/demo/queues --failure UNAVAILABLE --wait",
            "  sluice replay redrive -q data/demo/queues --lost --dry-run \\",
            "      --from 2026-11-22T03:00:00Z --to 2026-11-22T04:00:00Z --lookup last-letter"
        },
        exitCodeList = {
            "0:written, or there was nothing to write; with --wait: and all copies succeeded",
            "1:with --wait: some copies failed again, or the command was stopped before all were answered",
            "2:wrong command line",
            "3:the queues cannot be read or written, the disk has reached its reserve, or another redrive runs; the message"
                    + " says which"
        })
final class RedriveCommand extends QueueCommand {

    private static final int NOT_ALL = 1;

    @Mixin
    private QueuesOption queues;

    @Mixin
    private SelectionOption.ByFailure selected;

    @Option(names = "--again", description = "Also write requests whose copy has failed, once each.")
    private boolean again;

    @Option(
            names = "--uncertain",
            description = "Also write failed events that the service may have accepted: they may arrive twice, with the"
                    + " same idempotency key.")
    private boolean uncertain;

    @ArgGroup
    private KeysOption keys = new KeysOption();

    /** The options that decide which copies keep their idempotency keys. */
    static final class KeysOption {

        @Option(
                names = "--same-key",
                description =
                        "Copies of events keep their idempotency keys, even if the events were refused: a service that"
                                + " remembers its answer to a key gives the same answer.")
        private boolean same;

        @Option(
                names = "--new-key",
                description =
                        "Copies of events have new idempotency keys, even if the service may have accepted the events:"
                                + " the service treats each copy as another event.")
        private boolean fresh;

        private Redrive.Keys chosen() {
            return same ? Redrive.Keys.OF_ALL : fresh ? Redrive.Keys.OF_NONE : Redrive.Keys.OF_UNCERTAIN;
        }
    }

    @Option(
            names = "--lost",
            description =
                    "In place of failed requests, write updates that succeeded and that their database has lost. Needs"
                            + " --from and --to, the first and the last lost update.")
    private boolean lost;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "How long each copy may wait until it is sent to its backend, such as 30m (default: for"
                    + " ever).")
    private Optional<Duration> deadline = Optional.empty();

    @Option(names = "--dry-run", description = "Only show which requests would be written.")
    private boolean dryRun;

    @Option(
            names = "--wait",
            description = "Wait until a gateway has answered all copies, and print a summary of their outcomes; after"
                    + " Ctrl-C, of those answered so far.")
    private boolean wait;

    @Mixin
    private FormatOption format;

    @Override
    int run(PrintWriter out) {
        if (lost && !selected.isBounded()) {
            throw wrong(
                    "--lost needs --from and --to: the first and the last update that the database has lost; the log of"
                            + " sluice run --accept-lost names both");
        }
        if (lost && selected.choosesFailures()) {
            throw wrong("--lost is about updates that succeeded: leave out --failure");
        }
        final RedriveReport report = new RedriveReport(dryRun);
        try (Lane pair = queues.open(QueuesOption.TO_WRITE)) {
            final Redrive redrive = new Redrive(
                    pair, queues.all(), new Redrive.Wanted(selected.of(pair), again, uncertain, keys.chosen(), lost));
            if (dryRun) {
                try (ProgressLine progress = reading(pair)) {
                    redrive.plan(report, progress::at);
                }
            } else {
                final long writer = write(pair, redrive, report, out);
                if (wait) {
                    await(redrive, writer, report, out);
                    return report.isIncomplete() ? NOT_ALL : 0;
                }
            }
        }
        print(report, out);
        return 0;
    }

    /** Writes the copies and returns the id of their writer. The writer is closed before the command waits for results. */
    private long write(Lane pair, Redrive redrive, RedriveReport report, PrintWriter out) {
        try (RequestWriter writer = writer(pair);
                ProgressLine progress = reading(pair)) {
            redrive.write(writer, report, deadline, progress::at);
            return writer.writer();
        } catch (final DiskReserveException e) {
            print(report, out);
            throw new QueueException(
                    e.getMessage() + "; run this command again when there is space: it writes the other requests", e);
        }
    }

    private static RequestWriter writer(Lane pair) {
        try {
            return pair.newWriter(Redrive.WRITER);
        } catch (final QueueLockedException e) {
            throw new QueueException(
                    "another redrive of these queues is running; two could write a request twice (" + e.getMessage()
                            + ")",
                    e);
        }
    }

    private void await(Redrive redrive, long writer, RedriveReport report, PrintWriter out) {
        final AtomicBoolean ended = new AtomicBoolean();
        try (Interruption interruption = new Interruption(() -> ended.set(true))) {
            assert interruption != null;
            try (ProgressLine progress = progress(0)) {
                redrive.await(writer, report, ended::get, progress::at);
            }
            print(report, out);
        }
    }

    private ProgressLine reading(Lane pair) {
        return progress(2 * pair.requestCount());
    }

    private void print(RedriveReport report, PrintWriter out) {
        format.print(out, report::json, () -> report.text(queues.address()));
    }
}
