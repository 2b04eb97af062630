package dev.sluice.replay.repair;

import dev.sluice.internal.queue.files.SmallFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * The faults of a pair of queues, and what would put them right; changes nothing. Beside a running gateway, messages that
 * are being written may look unfinished.
 */
public final class Diagnosis {

    private final Path pair;
    private final LongConsumer progress;
    private final List<Finding> findings = new ArrayList<>();
    private long requests;
    private long results;
    private boolean complete = true;

    private Diagnosis(Path pair, LongConsumer progress) {
        this.pair = pair;
        this.progress = progress;
    }

    /**
     * Looks at the pair in that directory.
     *
     * @param progress told from time to time how many bytes were read
     */
    public static Diagnosis of(Path pair, LongConsumer progress) throws IOException {
        final Diagnosis diagnosis = new Diagnosis(pair, progress);
        diagnosis.look();
        return diagnosis;
    }

    /** The findings, in the order in which they are put right. */
    public List<Finding> findings() {
        return findings;
    }

    /** Whether there is nothing to do. */
    public boolean isClean() {
        return findings.stream().allMatch(finding -> finding.kind() == Finding.Kind.KNOWN);
    }

    /** Whether a repair could change something, and does not unless it is told to. */
    public boolean isUncertain() {
        return findings.stream().anyMatch(finding -> finding.kind() == Finding.Kind.UNCERTAIN)
                || findings.stream().anyMatch(Diagnosis::concernsFiles)
                        && findings.stream().anyMatch(finding -> finding.step().isPresent());
    }

    /** Whether somebody has to decide about more than a place that was noted. */
    private static boolean concernsFiles(Finding finding) {
        return finding.kind() == Finding.Kind.OPERATOR && !finding.where().endsWith(".state");
    }

    /** Whether everything could be looked at. */
    public boolean isComplete() {
        return complete;
    }

    /** How many requests there are, as far as known, lost ones too. */
    public long requests() {
        return requests;
    }

    /** How many results there are, as far as known, lost ones too. */
    public long results() {
        return results;
    }

    private void look() throws IOException {
        final Optional<String> ofInput = properties(false);
        final Optional<String> ofOutput = properties(true);
        if (!complete) {
            return;
        }
        final DamagedQueue input = DamagedQueue.open(pair.resolve("in"), ofInput);
        final DamagedQueue output = DamagedQueue.open(pair.resolve("out"), ofOutput);
        if (!output.directory().answers().equals(Optional.of(input.directory().id()))) {
            findings.add(Finding.operator(
                    "out/queue.properties",
                    "the output answers the input "
                            + output.directory().answers().map(UUID::toString).orElse("(none)") + ", but the input is "
                            + input.directory().id(),
                    "one of them belongs to other queues, or one of the two ids was damaged: the checkpoint in the database"
                            + " has the right one; bring back the queue.properties that is wrong from a copy"));
            complete = false;
            return;
        }
        final long bytes = input.bytes() + output.bytes();
        MisplacedFiles.find(input, output, progress);
        if (holdsNewer(input) | holdsNewer(output)) {
            complete = false;
            return;
        }
        files(input);
        files(output);
        final List<DamagedState> states = states(input, output);
        final List<SalvagedFile> answers = output.look(at -> progress.accept(bytes + at));
        final List<SalvagedFile> asked = input.look(at -> progress.accept(bytes + output.bytes() + at));
        uncertain(output, answers, "result");
        uncertain(input, asked, "request");
        final Layout answered = new Layout(output, answers);
        final InputPlan inputPlan = new InputPlan(input, asked, lastResult(answered), states);
        final OutputPlan outputPlan = new OutputPlan(output, answers, inputPlan.layout(), states);
        findings.addAll(inputPlan.findings());
        findings.addAll(outputPlan.findings());
        requests = inputPlan.layout().count();
        results = answered.count();
    }

    /** The right text of properties that cannot be read. */
    private Optional<String> properties(boolean output) throws IOException {
        final Path queue = pair.resolve(output ? "out" : "in");
        final Path other = pair.resolve(output ? "in" : "out");
        final Optional<String> fault = DamagedProperties.fault(queue, output);
        if (fault.isEmpty()) {
            return Optional.empty();
        }
        final String where = queue.getFileName() + "/queue.properties";
        final Optional<String> right = DamagedProperties.right(queue, other, output);
        complete &= right.isPresent();
        findings.add(
                right.map(text -> Finding.repair(
                                where,
                                fault.get(),
                                "write it anew: the other queue and the files say what it said",
                                step -> {
                                    final Path file = DamagedProperties.path(queue);
                                    step.keep(file);
                                    SmallFile.replace(file, text.getBytes(StandardCharsets.UTF_8));
                                }))
                        .orElseGet(
                                () -> Finding.operator(
                                        where,
                                        fault.get() + ", and what it said is not certain",
                                        "bring it back from a copy; the id of the input is in the checkpoint table of the database, too")));
        return right;
    }

    private boolean holdsNewer(DamagedQueue queue) {
        queue.newer()
                .forEach(file -> findings.add(Finding.operator(
                        queue.where(file),
                        "holds messages of a later release of Sluice, which cannot be read here",
                        "repair with that release")));
        return !queue.newer().isEmpty();
    }

    /** Looks at Chronicle's table, the log and the names of the roll files. */
    private void files(DamagedQueue queue) {
        queue.tableFault()
                .ifPresent(fault -> findings.add(Finding.repair(
                        queue.where(queue.table()),
                        fault,
                        "set it aside: it holds no message, and the next start makes it anew",
                        work -> work.remove(queue.table()))));
        queue.logFault()
                .ifPresent(fault -> findings.add(Finding.repair(
                        queue.where(queue.log()),
                        fault,
                        "write it anew, from its other lines and the files there are",
                        work -> {
                            work.keep(queue.log());
                            queue.rewriteLog();
                        })));
        queue.foreign()
                .forEach(file -> findings.add(Finding.operator(
                        queue.where(file),
                        "is no file of this queue: its name is of another roll cycle",
                        "move it away")));
    }

    /** Finds messages that can be read and would be taken away. */
    private void uncertain(DamagedQueue queue, List<SalvagedFile> files, String what) {
        if (queue.isLogDoubtful()) {
            findings.add(Finding.uncertain(
                    queue.where(queue.log()),
                    "has lines of files that are not there, and none of others that are: a file was renamed, or a line of it"
                            + " damaged",
                    "give the file its name again, if it was renamed"));
        }
        queue.strangers()
                .forEach((file, why) -> findings.add(
                        Finding.uncertain(queue.where(file), why, "put the right file there, from a copy")));
        files.stream()
                .filter(file -> file.unplaced() > 0)
                .forEach(file -> findings.add(Finding.uncertain(
                        queue.where(file.path()),
                        SalvagedFile.count(file.unplaced(), what)
                                + " can be read, but nobody can say where they were in it",
                        "bring the file back from a copy")));
    }

    private List<DamagedState> states(DamagedQueue input, DamagedQueue output) {
        final List<DamagedState> states = new ArrayList<>();
        for (final DamagedQueue queue : List.of(input, output)) {
            for (final DamagedState state : DamagedState.of(queue.directory().path())) {
                states.add(state);
                state.fault().ifPresent(fault -> findings.add(unreadable(queue.where(state.path()), state, fault)));
            }
        }
        return states;
    }

    private static Finding unreadable(String where, DamagedState state, String fault) {
        if (state.role().equals("gateway")) {
            return Finding.repair(
                    where,
                    fault,
                    "set it aside: the gateway counts anew how often it ended with the same request in hand",
                    work -> work.remove(state.path()));
        }
        final String then = switch (state.role()) {
            case "writer" -> " begins as a new one, with request 1, and does not know what it asked before";
            case "reader" -> " begins at the end, so have what it may not have read from sluice cat";
            default -> " begins anew";
        };
        return Finding.operator(where, fault, "move it away: the " + state.role() + " '" + state.name() + "'" + then);
    }

    private static Optional<SalvagedDocument> lastResult(Layout results) {
        for (int i = results.files().size() - 1; i >= 0; i--) {
            final SalvagedFile file = results.files().get(i);
            Optional<SalvagedDocument> last = Optional.empty();
            try (SalvagedDocuments walk = new SalvagedDocuments(
                    results.queue().directory(), List.of(file), Math.max(0, file.countBeforeLostEnd() - 1))) {
                while (walk.next()) {
                    last = walk.document().isPresent() ? walk.document() : last;
                }
            }
            if (last.isPresent()) {
                return last;
            }
        }
        return Optional.empty();
    }

    /** Whether there is a pair in that directory at all. */
    public static boolean isPair(Path pair) {
        return Files.isDirectory(pair.resolve("in")) && Files.isDirectory(pair.resolve("out"));
    }
}
