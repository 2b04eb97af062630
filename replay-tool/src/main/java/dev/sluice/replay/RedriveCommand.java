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
            "Writes failed requests again, after all others and in their order, once the cause is mended: all that failed, or"
                    + " those chosen by class of failure, name, key and place. A gateway and jobs may be running. Look with"
                    + " --dry-run first.",
            "The header redrive-of of each copy names the request that it repeats. No request is written twice: those that were"
                    + " redriven before are left out and counted, also after this command was killed in the middle. Requests"
                    + " that wait or have succeeded are never written again, but for --lost.",
            "An update that failed was rolled back, so it is asked as if for the first time. Where updates are at-least-once, or"
                    + " are DDL, one that failed with TIMEOUT or INTERNAL may have taken effect: check first. For that reason"
                    + " events (send) are left out unless they were clearly refused; copies of those have a new idempotency key,"
                    + " and with --uncertain copies of the others keep theirs. The copy of an event that a former version sent,"
                    + " before an upgrade that changed the keys, has one that the service never saw: look first whether the"
                    + " service has it."
                    + " Copies come after all requests written since: an old update can undo a newer one.",
            "Copies have no deadline, and the headers of a job's run are renamed to original-job and so on, so that no run takes"
                    + " a copy for its own. Requests that an unfinished run has not handled are left out: the run asks them again.",
            "With --lost, in place of failed requests: the updates between --from and --to that succeeded, because their database"
                    + " has lost what was committed for them, such as one that was restored from a backup. The log of"
                    + " sluice run --accept-lost has the command. Updates of other databases in between have to be left out by"
                    + " --lookup. Reads, events and failed updates are not written.",
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
            "0:written, or there was nothing to write; with --wait: and all of them succeeded",
            "1:with --wait, some failed again, or it was ended before all were answered",
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

    @Option(names = "--again", description = "Also those whose redrive has failed, once each.")
    private boolean again;

    @Option(
            names = "--uncertain",
            description =
                    "Also events whose service may have taken them though they failed: they may arrive twice, with the"
                            + " same idempotency key.")
    private boolean uncertain;

    @ArgGroup
    private KeysOption keys = new KeysOption();

    /** Which copies keep their idempotency keys. */
    static final class KeysOption {

        @Option(
                names = "--same-key",
                description =
                        "Copies of events keep their idempotency keys, also of those that were refused: a service that"
                                + " remembers what it answered to a key gives the same answer.")
        private boolean same;

        @Option(
                names = "--new-key",
                description =
                        "Copies of events have new idempotency keys, also of those that may have been taken: their service"
                                + " takes them as others.")
        private boolean fresh;

        private Redrive.Keys chosen() {
            return same ? Redrive.Keys.OF_ALL : fresh ? Redrive.Keys.OF_NONE : Redrive.Keys.OF_UNCERTAIN;
        }
    }

    @Option(
            names = "--lost",
            description =
                    "In place of failed requests: updates that succeeded, and that their database has lost. With --from and"
                            + " --to, the first and the last that it lost.")
    private boolean lost;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "How long after it is written each one may be asked, such as 30m (default: for ever).")
    private Optional<Duration> deadline = Optional.empty();

    @Option(names = "--dry-run", description = "Only show which they are.")
    private boolean dryRun;

    @Option(
            names = "--wait",
            description =
                    "Wait until a gateway has answered them all, and sum up what came of them; after Ctrl-C, of those that are.")
    private boolean wait;

    @Mixin
    private FormatOption format;

    @Override
    int run(PrintWriter out) {
        if (lost && !selected.isBounded()) {
            throw wrong(
                    "--lost needs --from and --to: the first and the last update that the database has lost, as the log of"
                            + " sluice run --accept-lost says them");
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

    /** Writes them, and gives the id of their writer, which is closed before anything is waited for. */
    private long write(Lane pair, Redrive redrive, RedriveReport report, PrintWriter out) {
        try (RequestWriter writer = writer(pair);
                ProgressLine progress = reading(pair)) {
            redrive.write(writer, report, deadline, progress::at);
            return writer.writer();
        } catch (final DiskReserveException e) {
            print(report, out);
            throw new QueueException(
                    e.getMessage() + "; run this again when there is space, and it goes on with the others", e);
        }
    }

    private static RequestWriter writer(Lane pair) {
        try {
            return pair.newWriter(Redrive.WRITER);
        } catch (final QueueLockedException e) {
            throw new QueueException(
                    "another redrive of these queues runs; two could write the same request twice (" + e.getMessage()
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
