package dev.sluice.replay;

import dev.sluice.internal.queue.scan.Recording;
import dev.sluice.replay.exchange.Choice;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.export.Exporter;
import dev.sluice.replay.export.Header;
import dev.sluice.replay.export.Trailer;
import dev.sluice.replay.export.mask.Mask;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code export}: requests with their results as one file. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes requests with their results into one file that can be kept or sent: gzip JSON lines, checksummed, read by cat,"
                    + " verify, replay and diff as the queues are, and by other programs (zcat FILE | jq) as docs/export-format.md"
                    + " says. A gateway and jobs may be running; what is written after this was started is left out.",
            "The file gets its name when it is whole and on disk. Its owner alone may read it: what is in it is data of the"
                    + " business, as in the queues, unless it is masked."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice replay export -q data/demo/queues --force \\",
            "      --out data/demo/all.sluice.gz",
            "  sluice replay export -q data/demo/queues --force \\",
            "      --outcome failed --out data/demo/failed.sluice.gz",
            "  sluice replay export -q data/demo/queues --force \\",
            "      --mask all --out data/demo/masked.sluice.gz",
            "  sluice cat both -q data/demo/all.sluice.gz --last 5",
            "  sluice replay verify -q data/demo/masked.sluice.gz"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:written",
            "1:written, and a --mask met nothing that it would mask: most likely it is mistyped, and something is not masked",
            "2:wrong command line",
            "3:there are no queues, they cannot be read further, or the file cannot be written; none is left"
        })
final class ExportCommand implements Callable<Integer> {

    private static final int MET_NOTHING = 1;

    @Mixin
    private QueuesOption queues;

    @Mixin
    private RangeOption range;

    @Mixin
    private ChoiceOption chosen;

    @Option(
            names = {"-o", "--out"},
            required = true,
            paramLabel = "FILE",
            description = "Where to write it.")
    private Path file;

    @Option(names = "--force", description = "Replace the file if there is one.")
    private boolean force;

    @Mixin
    private MaskOption masked;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (Files.exists(file) && !force) {
            throw new ParameterException(
                    spec.commandLine(), file + " exists: give another --out, or --force to replace it");
        }
        final Optional<Mask> mask = masked.mask(spec);
        final PrintWriter out = spec.commandLine().getOut();
        final Trailer made;
        try (Recording recording = queues.openRecording()) {
            made = write(recording, mask);
        }
        out.printf(
                "%,d requests%s and %,d results in %s, %,d bytes%n",
                made.requests(),
                made.requests() == 0 ? "" : " from " + made.first() + " to " + made.last(),
                made.results(),
                file,
                Files.size(file));
        out.flush();
        final List<String> unmet = mask.map(Mask::unmet).orElse(List.of());
        if (!unmet.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("nothing was there to be masked by " + String.join(", ", unmet)
                            + ": look at the names before you give the file away");
        }
        return unmet.isEmpty() ? 0 : MET_NOTHING;
    }

    private Trailer write(Recording recording, Optional<Mask> mask) {
        final OptionalLong from = range.from(recording);
        final boolean open = from.isEmpty();
        final Choice choice = chosen.choice();
        final long last = recording.lastIndexNow();
        final Header.Contents contents = new Header.Contents(
                range.texts().get(0),
                range.texts().get(1),
                choice.takesAll() && recording.isComplete(),
                open && !recording.hasDeletedRequests(),
                open && !recording.hasDeletedResults(),
                mask.map(Mask::rules).orElse(List.of()));
        final Predicate<Exchange> after =
                exchange -> range.isBehind(exchange) || recording.inputIndex(exchange.position()) > last;
        try (Exporter exporter = new Exporter(recording, from, after, choice, mask);
                ProgressLine progress =
                        new ProgressLine(spec.commandLine().getErr(), open ? recording.requestCount() : 0)) {
            return exporter.run(file, force, Main.version(), contents, progress::at);
        }
    }
}
