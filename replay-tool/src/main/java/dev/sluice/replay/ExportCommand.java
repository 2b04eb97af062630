package dev.sluice.replay;

import dev.sluice.replay.exchange.Selection;
import dev.sluice.replay.export.Exporter;
import dev.sluice.replay.export.Header;
import dev.sluice.replay.export.Trailer;
import dev.sluice.replay.export.mask.Mask;
import dev.sluice.transport.Recording;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code export}: requests with their results as one file. */
@Command(
        name = "export",
        description = {
            "Writes requests with their results into one file that can be kept or sent: gzip JSON lines, checksummed, read by cat,"
                    + " verify, replay and diff as the queues are, and by other programs (zcat FILE | jq) as docs/reference/export-format.md"
                    + " says. A gateway and jobs may be running; messages written after the start are left out.",
            "The file gets its name when it is whole and on disk. Its owner alone may read it: like the queues it holds"
                    + " business data, unless that is masked."
        },
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
        exitCodeList = {
            "0:written",
            "1:written, and a --mask met nothing that it would mask: most likely it is mistyped, and something is not masked",
            "2:wrong command line",
            "3:there are no queues, they cannot be read further, or the file cannot be written; none is left"
        })
final class ExportCommand extends QueueCommand {

    private static final int MET_NOTHING = 1;

    @Mixin
    private QueuesOption queues;

    @Mixin
    private SelectionOption.ByOutcome selected;

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

    @Override
    int run(PrintWriter out) throws IOException {
        if (Files.exists(file) && !force) {
            throw wrong(file + " exists: give another --out, or --force to replace it");
        }
        final Optional<Mask> mask = valid(masked::mask);
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
        final List<String> unmet = mask.map(Mask::unmet).orElse(List.of());
        if (!unmet.isEmpty()) {
            screen().println("nothing was there to be masked by " + String.join(", ", unmet)
                    + ": look at the names before you give the file away");
        }
        return unmet.isEmpty() ? 0 : MET_NOTHING;
    }

    private Trailer write(Recording recording, Optional<Mask> mask) {
        final Selection selection = selected.of(recording).upTo(recording, recording.lastIndexNow());
        final boolean open = selection.from().isEmpty();
        final Header.Contents contents = new Header.Contents(
                selected.ends().get(0),
                selected.ends().get(1),
                selection.choice().takesAll() && recording.isComplete(),
                open && !recording.hasDeletedRequests(),
                open && !recording.hasDeletedResults(),
                mask.map(Mask::rules).orElse(List.of()));
        try (Exporter exporter = new Exporter(recording, selection, mask);
                ProgressLine progress = progress(open ? recording.requestCount() : 0)) {
            return exporter.run(file, force, version(), contents, progress::at);
        }
    }

    /** The values that are masked, and the key. */
    static final class MaskOption {

        @Option(
                names = "--mask",
                paramLabel = "WHAT",
                split = ",",
                description = {
                    "Put pseudonyms in the place of values: 'keys' (every argument of a request, and where one comes back as a"
                            + " value of its rows), 'text' (every text and all bytes), 'all', 'NAME:COLUMN' (that column of that"
                            + " lookup's rows) or 'NAME:NUMBER' (that argument, from 1); NAME may be *.",
                    "Equal values get equal pseudonyms of the same type. Header values, messages of failures and SQL that is no"
                            + " declared name are then masked, too.",
                    "What stays: positions and times, names, kinds of failures and SQLStates, counts, NULL, numbers' signs and"
                            + " how many digits or letters a value has. A key within a longer text is only masked with 'text'."
                })
        private List<String> rules = new ArrayList<>();

        @Option(
                names = "--mask-key-file",
                paramLabel = "FILE",
                description =
                        "16 random bytes or more: files masked with the same key can be joined, and who has it can try out what"
                                + " a value was. Default: a random key that is kept nowhere.")
        private Optional<Path> keyFile = Optional.empty();

        /**
         * Empty if nothing is to be masked.
         *
         * @throws IllegalArgumentException if a rule or the key is none
         */
        Optional<Mask> mask() {
            if (rules.isEmpty() && keyFile.isPresent()) {
                throw new IllegalArgumentException("--mask-key-file without --mask masks nothing");
            }
            try {
                return rules.isEmpty() ? Optional.empty() : Optional.of(Mask.of(rules, key()));
            } catch (final IllegalArgumentException e) {
                throw new IllegalArgumentException("--mask: " + e.getMessage(), e);
            } catch (final IOException e) {
                throw new IllegalArgumentException("--mask-key-file: cannot read " + e.getMessage(), e);
            }
        }

        private byte[] key() throws IOException {
            return keyFile.isPresent() ? Files.readAllBytes(keyFile.get()) : Mask.randomKey();
        }
    }
}
