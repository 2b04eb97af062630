package dev.sluice.replay.repair;

import dev.sluice.replay.repair.SalvagedFile.Condition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * Finds the faults of a pair of queues, and a remedy for each fault. Changes nothing. While a gateway runs, messages that are
 * just being written may be reported as unfinished.
 */
public final class Diagnosis {

    private static final String GONE =
            "bring it back from a copy of these queues, or give it its name again if it was renamed,"
                    + " and run repair again. If it is lost for good, put an empty file of that name there: repair"
                    + " then goes on without its messages";
    private static final String UNENDED =
            "is whole, but has no mark of its end, although a later file exists: it is an older"
                    + " copy, or the mark was lost, and it is unknown whether requests came after its last one";

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
     * Diagnoses the pair in a directory.
     *
     * @param progress receives from time to time the number of bytes read
     */
    public static Diagnosis of(Path pair, LongConsumer progress) throws IOException {
        final Diagnosis diagnosis = new Diagnosis(pair, progress);
        diagnosis.look();
        return diagnosis;
    }

    /** Returns the findings, in the order in which a repair handles them. */
    public List<Finding> findings() {
        return findings;
    }

    /** Whether no finding needs a repair or an operator. */
    public boolean isClean() {
        return findings.stream().allMatch(finding -> finding.kind() == Finding.Kind.KNOWN);
    }

    /** Whether an operator has to restore a file first. Until then, a repair changes nothing. */
    public boolean isRefused() {
        return findings.stream().anyMatch(finding -> finding.kind() == Finding.Kind.REFUSED);
    }

    /** Whether everything could be diagnosed. */
    public boolean isComplete() {
        return complete;
    }

    /** Returns the number of requests, as far as known, including lost ones. */
    public long requests() {
        return requests;
    }

    /** Returns the number of results, as far as known, including lost ones. */
    public long results() {
        return results;
    }

    private void look() throws IOException {
        properties(false);
        properties(true);
        if (isRefused()) {
            complete = false;
            return;
        }
        final DamagedQueue input = DamagedQueue.open(pair.resolve("in"));
        final DamagedQueue output = DamagedQueue.open(pair.resolve("out"));
        if (!output.directory().answers().equals(Optional.of(input.directory().id()))) {
            findings.add(Finding.refused(
                    "out/queue.properties",
                    "the output belongs to the input "
                            + output.directory().answers().map(UUID::toString).orElse("(none)") + ", but the input is "
                            + input.directory().id(),
                    "one of them belongs to other queues, or one of the two ids was damaged: the checkpoint in"
                            + " the database has the right id; bring the right directory, or its"
                            + " queue.properties, back from a copy"));
            complete = false;
            return;
        }
        files(input);
        files(output);
        final List<DamagedState> states = states(input, output);
        final List<SalvagedFile> answers = output.look(progress);
        final long bytes = output.bytes();
        final List<SalvagedFile> asked = input.look(at -> progress.accept(bytes + at));
        final Layout answered = new Layout(output, answers);
        final Optional<SalvagedDocument> last = lastResult(answered);
        refuse(output, answers, Integer.MIN_VALUE);
        refuse(input, asked, last.map(result -> input.cycle(result.request())).orElse(Integer.MIN_VALUE));
        final Agreement agreement = Agreement.of(input, asked, output, answers, states);
        if (!isRefused()) {
            findings.addAll(agreement.faults());
        }
        if (isRefused()) {
            complete = false;
            return;
        }
        final InputPlan inputPlan =
                new InputPlan(input, asked.stream().map(agreement::proved).toList(), last);
        final OutputPlan outputPlan = new OutputPlan(output, answers, inputPlan.layout(), states);
        findings.addAll(inputPlan.findings());
        findings.addAll(outputPlan.findings());
        requests = inputPlan.layout().count();
        results = answered.count();
    }

    private void properties(boolean output) throws IOException {
        final Path queue = pair.resolve(output ? "out" : "in");
        PropertiesCheck.fault(queue, output)
                .ifPresent(fault -> findings.add(Finding.refused(
                        queue.getFileName() + "/queue.properties",
                        fault,
                        "bring this file back, from a copy of these queues, and run repair again")));
    }

    /**
     * Adds a finding for each file that an operator has to restore.
     *
     * @param answered all requests in files before this cycle are answered
     */
    private void refuse(DamagedQueue queue, List<SalvagedFile> files, int answered) {
        String before = "";
        boolean oldest = true;
        for (final SalvagedFile file : files) {
            final boolean done = file.cycle() < answered;
            final String where = queue.where(file.path());
            switch (file.condition()) {
                case MISPLACED ->
                    findings.add(Finding.refused(
                            where,
                            file.faults().get(0) + (before.isEmpty() ? "" : " (before it: " + before + ")"),
                            Finding.BRING_BACK));
                case NEWER ->
                    findings.add(Finding.refused(where, file.faults().get(0), "run the repair of that release"));
                case GONE -> {
                    if (!(oldest && done)) {
                        findings.add(Finding.refused(where, "is gone, and it had messages", GONE));
                    }
                }
                case UNENDED -> {
                    if (queue.directory().answers().isEmpty() && !done) {
                        findings.add(Finding.refused(where, UNENDED, Finding.BRING_BACK));
                    }
                }
                default -> {}
            }
            oldest &= file.condition() == Condition.GONE;
            before = where;
        }
    }

    /** Checks Chronicle's table, the log and the names of the roll files. */
    private void files(DamagedQueue queue) {
        queue.tableFault()
                .ifPresent(fault -> findings.add(Finding.repair(
                        queue.where(queue.table()),
                        fault,
                        "set it aside: it holds no message, and the next start creates a new one",
                        work -> work.remove(queue.table()))));
        queue.logFault()
                .ifPresent(fault -> findings.add(Finding.repair(
                        queue.where(queue.log()),
                        fault,
                        "rewrite it from its other lines and the existing files",
                        work -> {
                            work.keep(queue.log());
                            queue.rewriteLog();
                        })));
        queue.foreign()
                .forEach(file -> findings.add(Finding.refused(
                        queue.where(file),
                        "is no file of this queue: its name belongs to another roll cycle",
                        "give it its name again, or move it away if it belongs to other queues; then run repair"
                                + " again")));
        queue.renamed()
                .forEach(file -> findings.add(Finding.refused(
                        queue.where(file),
                        "has no line in " + queue.where(queue.log())
                                + ", while a file that has a line is gone: it was renamed, or a" + " line was damaged",
                        "give the file its name again, or bring " + queue.where(queue.log())
                                + " back from a copy of these queues; then run repair again")));
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
                    "set it aside: the gateway counts again from 0 how often it crashed with the same request in"
                            + " progress",
                    work -> work.remove(state.path()));
        }
        if (state.role().equals(DamagedState.CHECKPOINT)) {
            return Finding.operator(where, fault, state.name());
        }
        final String then = switch (state.role()) {
            case "writer" -> " begins as a new one, with request 1, and does not know its earlier requests";
            case "reader" -> " begins at the end, so print with sluice cat the results that it may not have read";
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

    /** Whether a directory holds both queues of a pair. */
    public static boolean isPair(Path pair) {
        return Files.isDirectory(pair.resolve("in")) && Files.isDirectory(pair.resolve("out"));
    }
}
