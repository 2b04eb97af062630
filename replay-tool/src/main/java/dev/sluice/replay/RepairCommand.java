package dev.sluice.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.QueueException;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.replay.repair.Diagnosis;
import dev.sluice.replay.repair.Finding;
import dev.sluice.replay.repair.Repair;
import dev.sluice.service.exchange.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code repair}: finds the readable parts of damaged queues, and repairs the queues. */
@Command(
        name = "repair",
        description = {
            "Reads all files of both queues, finds damage, and says which messages are lost and what a repair would do. Changes"
                    + " nothing without --apply; a gateway may be running.",
            "With --apply no gateway and no job may run. Files that are replaced are kept in repair-TIME beside the queues."
                    + " Messages keep their positions: a request that cannot be read is answered as failed; a lost result with"
                    + " others after it becomes a failure that says so; lost results at the end are cut off, so that the"
                    + " gateway asks again. Repair may be killed at any instant and started again.",
            "No message that can be read is left out. Repair names, and refuses to repair, a file that was exchanged,"
                    + " renamed, deleted, restored from another time, or taken from other queues, and a damaged"
                    + " queue.properties: bring the right file back. Nothing at all is changed until then."
        },
        footer = {
            "  sluice replay repair --queues data/demo/queues",
            "  sluice replay repair --queues data/demo/queues --format json",
            "  sluice replay repair --queues data/demo/queues --apply"
        },
        exitCodeList = {
            "0:there is no damage, or all of it is repaired",
            "1:there is damage; after --apply: the remaining damage needs an operator, and the output says why",
            "2:wrong command line",
            "4:a file has to be brought back from a copy, and nothing was changed; the output says which",
            "3:there are no queues, they are in use, or the disk is too full; the message says which"
        })
final class RepairCommand extends QueueCommand {

    private static final int SHOWN = 20;

    @Mixin
    private QueuesOption queues;

    @Option(names = "--apply", description = "Repair the queues, and do not only say what a repair would do.")
    private boolean apply;

    @Mixin
    private FormatOption format;

    @Override
    int run(PrintWriter out) throws IOException {
        final Path directory = queues.directory("repair is only for queues on a disk, because brokers take care of"
                + " their own files. The gateway's log and sluice status say what is wrong with a topic");
        QueuesOption.checkThere(directory);
        if (!Diagnosis.isPair(directory)) {
            throw new QueueException(directory.resolve("out").toAbsolutePath() + " is gone: bring it back from a copy;"
                    + " if there is none, let the gateway write a new output: sluice replay resume --rebuild-output"
                    + " --queues "
                    + queues.place() + " --config FILE");
        }
        try (ProgressLine progress = progress(bytes(directory))) {
            final Diagnosis left = apply ? repair(directory, out, progress) : diagnose(directory, out, progress);
            return left.isClean() ? 0 : left.isRefused() ? 4 : 1;
        }
    }

    private Diagnosis diagnose(Path directory, PrintWriter out, ProgressLine progress) throws IOException {
        final Diagnosis diagnosis = Diagnosis.of(directory, progress::at);
        diagnosis.findings().forEach(finding -> print(out, finding, "would "));
        conclude(out, diagnosis);
        return diagnosis;
    }

    private Diagnosis repair(Path directory, PrintWriter out, ProgressLine progress) throws IOException {
        final Repair repair =
                new Repair(directory, progress::at, finding -> print(out, finding, ""), FaultPoint::reached);
        final Diagnosis left = repair.apply();
        left.findings().forEach(finding -> print(out, finding, ""));
        if (!format.isJson() && Files.exists(repair.kept())) {
            out.println("the replaced files are kept in " + repair.kept());
        }
        conclude(out, left);
        return left;
    }

    private void print(PrintWriter out, Finding finding, String mood) {
        if (format.isJson()) {
            final ObjectNode line = Json.object();
            line.put("where", finding.where());
            line.put("kind", finding.kind().name().toLowerCase(Locale.ROOT));
            line.put("what", finding.what());
            line.put("remedy", finding.remedy());
            finding.lost().forEach(line.putArray("lost")::add);
            out.println(line);
            return;
        }
        out.println(finding.where() + ": " + finding.what());
        final List<String> lost = finding.lost();
        if (!lost.isEmpty()) {
            out.println("  lost: " + String.join(", ", lost.subList(0, Math.min(SHOWN, lost.size())))
                    + (lost.size() > SHOWN ? ", and " + (lost.size() - SHOWN) + " more places" : ""));
        }
        out.println("  "
                + switch (finding.kind()) {
                    case REPAIR -> (mood.isEmpty() ? "repair: " : mood) + finding.remedy();
                    case REFUSED -> "refused: " + finding.remedy();
                    case OPERATOR -> "up to you: " + finding.remedy();
                    case KNOWN -> "to do: " + finding.remedy();
                });
    }

    private void conclude(PrintWriter out, Diagnosis diagnosis) {
        if (format.isJson()) {
            return;
        }
        if (diagnosis.isComplete()) {
            out.printf(Locale.ROOT, "%,d requests and %,d results%n", diagnosis.requests(), diagnosis.results());
        }
        out.println(next(diagnosis));
    }

    /** Returns the next step for the operator, with its command. */
    private String next(Diagnosis diagnosis) {
        final String start = "the gateway can be started: sluice run --config FILE";
        if (diagnosis.isRefused()) {
            return "nothing was changed, and nothing is repaired until that is done. If there is no copy, move the queues away,"
                    + " start with new ones, and let the jobs send the requests without a result again:"
                    + " sluice run --config FILE --accept-new-queues";
        }
        if (diagnosis.isClean()) {
            return apply ? "nothing is left to repair; " + start : "there is nothing to repair; " + start;
        }
        return apply
                ? "the rest is up to you, as said above; then " + start
                : "nothing was changed: stop the gateway and the jobs of these queues, and repair with: sluice replay"
                        + " repair --queues " + queues.place() + " --apply";
    }

    /** Returns the number of bytes to read, for the progress line only. */
    private static long bytes(Path directory) {
        return Stream.of("in", "out")
                .flatMap(queue -> RollFiles.oldestFirst(directory.resolve(queue)).stream())
                .mapToLong(file -> file.toFile().length())
                .sum();
    }
}
