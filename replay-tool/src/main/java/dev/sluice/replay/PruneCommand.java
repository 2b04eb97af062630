package dev.sluice.replay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.text.TextTable;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.exchange.Json;
import dev.sluice.transport.Lane;
import dev.sluice.transport.Lease;
import dev.sluice.transport.Retention;
import dev.sluice.transport.Retention.Decision;
import dev.sluice.transport.Retention.Decision.Fate;
import dev.sluice.transport.Transports;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code prune}: deletes roll files that nobody needs. */
@Command(
        name = "prune",
        description = {
            "Deletes files of the queues that nobody needs: their requests are answered and on disk, every named reader has read"
                    + " them, no unfinished run of a job needs them, and they are old enough. Prints for each file"
                    + " whether it stays, and why. On Kafka it makes the brokers delete messages, and prints ranges of"
                    + " offsets for files.",
            "A gateway does the same, by the same rules, if queues.retention is set. While a gateway runs, only"
                    + " --dry-run works, and no gateway starts while files are deleted; jobs may run. After a kill in"
                    + " the middle the queues are whole, and the next prune deletes the rest. Deleted requests cannot"
                    + " be shown or sent again. A reader without a name keeps no file."
        },
        footer = {
            "  sluice replay prune -q data/demo/queues --dry-run",
            "  sluice replay prune -q data/demo/queues --keep 7d",
            "  sluice replay prune -q data/demo/queues --keep 36h --dry-run --format json"
        },
        exitCodeList = {
            "0:done; with --dry-run: it could be done",
            "1:as 0, but some files that are old enough stay because somebody needs them; the output says who",
            "2:wrong command line",
            "3:the queues cannot be read or written, or a gateway runs; the message says which"
        })
final class PruneCommand extends QueueCommand {

    private static final int NEEDED = 1;

    @Mixin
    private QueuesOption queues;

    @Option(
            names = "--keep",
            paramLabel = "TIME",
            defaultValue = "7d",
            description = "Keep files that were changed, and requests that were answered, within this time up to now"
                    + " (default: ${DEFAULT-VALUE}).")
    private Duration keep;

    @Option(
            names = "--dry-run",
            description = "Only show which files would be deleted, and why others stay; a gateway may run.")
    private boolean dryRun;

    @Mixin
    private FormatOption format;

    @Override
    int run(PrintWriter out) {
        try (Lane lane = queues.open()) {
            final List<Decision> verdicts = dryRun
                    ? retention(lane, Optional.empty()).verdicts(Long.MAX_VALUE, keep, Instant.now())
                    : delete(lane);
            format.print(out, () -> json(verdicts), () -> text(verdicts));
            return verdicts.stream().anyMatch(verdict -> verdict.fate() == Fate.NEEDED) ? NEEDED : 0;
        } catch (final QueueLockedException e) {
            throw new QueueException(
                    e.getMessage()
                            + ". Nothing was deleted. A gateway deletes old files itself if queues.retention is set in"
                            + " its configuration. Otherwise stop the gateway, prune, and start it again: it then"
                            + " answers the waiting requests. --dry-run works while a gateway runs.",
                    e);
        }
    }

    private Retention retention(Lane lane, Optional<Lease> lease) {
        return Transports.of(queues.address()).retention(lane, lease).orElseThrow();
    }

    private List<Decision> delete(Lane lane) {
        try (Lease lease = QueuesOption.claim(lane)) {
            final Retention retention = retention(lane, Optional.of(lease));
            final List<Decision> wanted = retention.verdicts(Long.MAX_VALUE, keep, Instant.now());
            final long files = wanted.stream().filter(Decision::deletable).count();
            if (files == 0) {
                return wanted;
            }
            final long durable = retention.sync();
            try (ProgressLine reading = progress(0);
                    ProgressLine deleting = progress(files)) {
                return retention.delete(durable, keep, Instant.now(), new Shown(reading, deleting));
            }
        }
    }

    private static long freed(List<Decision> verdicts) {
        return verdicts.stream()
                .filter(Decision::deletable)
                .mapToLong(Decision::bytes)
                .sum();
    }

    private static String name(Decision verdict) {
        return verdict.file().getParent().getFileName() + "/" + verdict.file().getFileName();
    }

    /** Returns a line for each file, and a line for the total. */
    private String text(List<Decision> verdicts) {
        final boolean onDisk = QueuesOption.isOnDisk(queues.address());
        final TextTable files = new TextTable(onDisk ? "FILE" : "OFFSETS", "SIZE", "", "WHY");
        verdicts.forEach(verdict -> files.add(
                name(verdict),
                Amounts.bytes(verdict.bytes()),
                !verdict.deletable() ? "stays" : dryRun ? "would go" : "deleted",
                verdict.explanation()));
        final long deleted = verdicts.stream().filter(Decision::deletable).count();
        return files.text() + (dryRun ? "would free " : "freed ") + Amounts.bytes(freed(verdicts)) + ": "
                + (dryRun ? "" : "deleted ") + deleted + " of " + verdicts.size() + (onDisk ? " files" : " ranges")
                + (dryRun ? "; nothing was deleted: --dry-run" : "") + System.lineSeparator();
    }

    /** Returns one object, to which new versions only add members. Sizes are in bytes. */
    private String json(List<Decision> verdicts) {
        final ObjectNode json = Json.object();
        json.put("dryRun", dryRun).put("freed", freed(verdicts));
        final ArrayNode files = json.putArray("files");
        verdicts.forEach(verdict -> files.addObject()
                .put("file", name(verdict))
                .put("bytes", verdict.bytes())
                .put("goes", verdict.deletable())
                .put("fate", verdict.fate().name())
                .put("why", verdict.explanation()));
        return json.toString();
    }

    /** Shows the progress of both steps: requests are read to see how far writers got, and then files are deleted. */
    private static final class Shown implements Retention.Progress {
        private final ProgressLine reading;
        private final ProgressLine deleting;
        private long requests;
        private long files;

        Shown(ProgressLine reading, ProgressLine deleting) {
            this.reading = reading;
            this.deleting = deleting;
        }

        @Override
        public void requestRead() {
            reading.at(++requests);
        }

        @Override
        public void deleted(Decision file) {
            deleting.at(++files);
        }
    }
}
