package dev.sluice.replay;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.FailureKind;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RequestWriter;
import dev.sluice.replay.act.Awaited;
import dev.sluice.replay.act.Redrive;
import dev.sluice.replay.act.RedrivePlan;
import dev.sluice.replay.act.RedriveReport;
import dev.sluice.replay.act.Wanted;
import dev.sluice.replay.exchange.Choice;
import dev.sluice.replay.exchange.ResultParts;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code redrive}: writes failed requests again. */
@Command(
        name = "redrive",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes failed requests again, behind all others and in their order, once what made them fail is mended. A gateway"
                    + " and jobs may be running. Which ones: all that failed, or those chosen by class of failure, name, key"
                    + " and place. See with --dry-run first.",
            "Each one says in its header redrive-of which request it repeats, and none is written twice: those that were"
                    + " redriven before are left out and counted, also when this command was killed in the middle and is run"
                    + " again. What waits or has succeeded is never written again.",
            "An update that failed was rolled back, so it is asked again as if for the first time; where updates are"
                    + " configured as at-least-once, or are DDL, one that failed with TIMEOUT or INTERNAL may have happened:"
                    + " look before. Events (send) that were not clearly refused are left out for that reason; written again"
                    + " they carry an idempotency key of their own. Requests come behind what was written since:"
                    + " an old update can undo a newer one.",
            "Deadlines are dropped, and the headers of a job's run renamed to original-job and so on: no run takes the copy"
                    + " for its own. What a run that has not ended has not handled is left out, as that run asks again.",
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice replay redrive -q data/demo/queues --dry-run",
            "  sluice replay redrive -q data/demo/queues --dry-run \\",
            "      --lookup customer --failure TIMEOUT,UNAVAILABLE",
            "  sluice replay redrive -q data/demo/queues --dry-run \\",
            "      --from 2026-11-22T03:00:00Z --format json",
            "  sluice replay redrive -q data/demo/queues --failure UNAVAILABLE --wait"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:written, or there was nothing to write; with --wait: and all of them succeeded",
            "1:with --wait, some failed again, or it was ended before all were answered",
            "2:wrong command line",
            "3:the queues cannot be read or written, the disk has reached its reserve, or another redrive runs; the message"
                    + " says which"
        })
final class RedriveCommand implements Callable<Integer> {

    private static final int NOT_ALL = 1;

    @Mixin
    private QueuesOption queues;

    @Mixin
    private RangeOption range;

    @Mixin
    private AskedOption asked;

    @Option(
            names = "--failure",
            paramLabel = "KIND",
            split = ",",
            description = "Only those that failed so: ${COMPLETION-CANDIDATES}.")
    private Set<FailureKind> failures = new HashSet<>();

    @Option(names = "--again", description = "Also those whose redrive has failed, once each.")
    private boolean again;

    @Option(
            names = "--uncertain",
            description = "Also events whose service may have taken them though they failed: they may arrive twice.")
    private boolean uncertain;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long after it is written each one may be asked, such as 30m (default: for ever).")
    private Optional<Duration> deadline = Optional.empty();

    @Option(names = "--dry-run", description = "Only show which they are.")
    private boolean dryRun;

    @Option(
            names = "--wait",
            description =
                    "Wait until a gateway has answered them all, and sum up what came of them; after Ctrl-C, of those that are.")
    private boolean wait;

    @Option(
            names = "--format",
            paramLabel = "NAME",
            defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}: for people, for programs (default: text).")
    private TextOrJson form;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (QueuePair pair = queues.open(QueuesOption.TO_WRITE)) {
            final Choice choice = asked.choice(Set.of(), failures);
            final Redrive redrive =
                    new Redrive(pair, new Wanted(choice, range.from(pair), range::isBehind, again, uncertain));
            return dryRun ? show(pair, redrive) : write(pair, redrive);
        }
    }

    private int show(QueuePair pair, Redrive redrive) {
        try (ProgressLine progress = reading(pair)) {
            print(new RedriveReport(redrive.plan(progress::at), true, Optional.empty()));
        }
        return 0;
    }

    private int write(QueuePair pair, Redrive redrive) {
        final RedrivePlan plan = new RedrivePlan();
        final long writer = write(pair, redrive, plan);
        if (!wait) {
            print(new RedriveReport(plan, false, Optional.empty()));
            return 0;
        }
        final AtomicBoolean ended = new AtomicBoolean();
        try (Interruption interruption = new Interruption(() -> ended.set(true))) {
            assert interruption != null;
            final Awaited awaited = await(pair, writer, plan, ended::get);
            print(new RedriveReport(plan, false, Optional.of(awaited)));
            return awaited.count("failed") + awaited.count(ResultParts.WAITING) > 0 ? NOT_ALL : 0;
        }
    }

    /** Writes them, and gives the id of their writer, which is closed before anything is waited for. */
    private long write(QueuePair pair, Redrive redrive, RedrivePlan plan) {
        try (RequestWriter writer = writer(pair);
                ProgressLine progress = reading(pair)) {
            redrive.write(writer, plan, deadline, progress::at);
            return writer.writer();
        } catch (final DiskReserveException e) {
            print(new RedriveReport(plan, false, Optional.empty()));
            throw new QueueException(
                    e.getMessage() + "; run this again when there is space, and it goes on with the others", e);
        }
    }

    private static RequestWriter writer(QueuePair pair) {
        try {
            return pair.newWriter(Redrive.WRITER);
        } catch (final QueueLockedException e) {
            throw new QueueException(
                    "another redrive of these queues runs; two could write the same request twice (" + e.getMessage()
                            + ")",
                    e);
        }
    }

    private Awaited await(QueuePair pair, long writer, RedrivePlan plan, BooleanSupplier ended) {
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), 0)) {
            return Awaited.await(pair, writer, plan, ended, progress::at);
        }
    }

    private ProgressLine reading(QueuePair pair) {
        return new ProgressLine(spec.commandLine().getErr(), 2 * pair.requestCount());
    }

    private void print(RedriveReport report) {
        final PrintWriter out = spec.commandLine().getOut();
        if (form == TextOrJson.json) {
            out.println(report.json());
        } else {
            out.print(report.text(queues.path().toString()));
        }
        out.flush();
    }
}
