package dev.sluice.replay.repair;

import dev.sluice.replay.repair.salvage.DamagedQueue;
import dev.sluice.replay.repair.salvage.DamagedStates;
import dev.sluice.replay.repair.salvage.SalvagedDocument;
import dev.sluice.replay.repair.salvage.SalvagedFile;
import dev.sluice.replay.repair.salvage.SalvagedFile.Condition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is to become of the files of an output. Lost results with others behind them are replaced by failures that say so,
 * since requests are answered in order; those at the end, which nobody has read, are cut off, so that the gateway asks again.
 */
final class OutputPlan {

    private final DamagedQueue queue;
    private final Layout requests;
    private final Layout results;
    private final List<Finding> findings = new ArrayList<>();
    private final List<LostResults> replaced = new ArrayList<>();
    private Optional<SalvagedDocument> last = Optional.empty();
    private long behindLast;
    private String obstacle = "";

    /** @param requests the input as it will be */
    OutputPlan(DamagedQueue queue, List<SalvagedFile> found, Layout requests, List<DamagedStates.State> states) {
        this.queue = queue;
        this.requests = requests;
        this.results = new Layout(queue, withoutUnknown(found));
        if (results.files().stream().anyMatch(file -> file.lost() > 0 || file.condition() == Condition.MISSING)) {
            findLost();
            keepWhatWasRead(states);
        }
        for (int i = 0; i < results.files().size(); i++) {
            plan(i);
        }
        states.stream().filter(DamagedStates.State::isPlace).forEach(this::checkPlace);
    }

    List<Finding> findings() {
        return findings;
    }

    /** The oldest ones whose results nobody can count any more are as good as deleted. */
    private List<SalvagedFile> withoutUnknown(List<SalvagedFile> found) {
        final List<SalvagedFile> files = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            final SalvagedFile file = found.get(i);
            final boolean later = found.subList(i + 1, found.size()).stream().anyMatch(other -> other.count() > 0);
            if (file.condition() == Condition.MISSING && file.count() == 0 && files.isEmpty() && later) {
                findings.add(Finding.repair(
                        Ranges.where(queue, file),
                        Faults.ofMissing(file, "results"),
                        "note it as deleted: older ones are, so nobody knows how many it had; its requests are answered",
                        List.of("out " + file.cycle() + ":0.."),
                        work -> {
                            work.keep(queue.log());
                            work.remove(file.path());
                            queue.noteDeleted(file.cycle());
                        }));
            } else if (file.condition() == Condition.NONE) {
                findings.add(Finding.repair(
                        Ranges.where(queue, file),
                        Faults.ofNone(file),
                        "set it aside",
                        List.of(),
                        work -> work.remove(file.path())));
            } else {
                files.add(file);
            }
        }
        return files;
    }

    private void findLost() {
        long ordinal = 0;
        long lost = 0;
        try (Layout.Walk walk = results.walk(0)) {
            while (walk.next()) {
                final Optional<SalvagedDocument> document = walk.document();
                if (document.isPresent()) {
                    if (lost > 0) {
                        answered(ordinal - lost, lost, document.get());
                        lost = 0;
                    }
                    last = document;
                    behindLast = ordinal + 1;
                } else {
                    lost++;
                }
                ordinal++;
            }
        }
    }

    /** Those between the last one that can be read and that one. */
    private void answered(long first, long count, SalvagedDocument next) {
        final long request = requests.ordinal(next.request()) - count;
        final boolean known = last.isPresent() || !queue.hasDeleted() && !queue.beginsLater();
        final long before =
                last.map(SalvagedDocument::request).map(requests::ordinal).orElse(-1L);
        final long number = last.map(SalvagedDocument::number).orElse(0L);
        if (request < 0 || known && (request != before + 1 || next.number() - count != number + 1)) {
            obstacle = Ranges.count(count, "result") + " before that of "
                    + requests.queue().position(next.request()) + " cannot be told: they answered other than "
                    + Ranges.count(count, "request");
            return;
        }
        replaced.add(new LostResults(first, count, next.number() - count, request));
    }

    /** Cuts what is lost at the end, but for what a named reader or a run of a job has read. */
    private void keepWhatWasRead(List<DamagedStates.State> states) {
        final long from =
                last.map(SalvagedDocument::request).map(requests::ordinal).orElse(-1L) + 1;
        final long number = last.map(SalvagedDocument::number).orElse(0L) + 1;
        long end = behindLast;
        for (final DamagedStates.State state : states) {
            final long read = state.isPlace() && state.index() > 0 ? results.ordinal(state.index()) + 1 : 0;
            final boolean fits =
                    state.sequence() == number + read - 1 - behindLast && from + read - behindLast <= requests.count();
            if (read > end && fits) {
                end = read;
            }
        }
        if (end > behindLast) {
            replaced.add(new LostResults(behindLast, end - behindLast, number, from));
        }
        long before = 0;
        for (int i = 0; i < results.files().size(); i++) {
            final SalvagedFile file = results.files().get(i);
            results.files().set(i, file.cutTo(Math.max(0, end - before)));
            before += results.files().get(i).count();
        }
    }

    private void plan(int place) {
        final SalvagedFile file = results.files().get(place);
        if (file.condition() == Condition.WHOLE) {
            return;
        }
        final String where = Ranges.where(queue, file);
        if (!obstacle.isEmpty()) {
            findings.add(Finding.operator(
                    where,
                    Faults.of(file, "result") + "; " + obstacle,
                    "bring the file back from a copy, or rebuild the output from the input and the checkpoint",
                    Ranges.lost(queue, file)));
            return;
        }
        final String what =
                file.condition() == Condition.MISSING ? Faults.ofMissing(file, "results") : Faults.of(file, "result");
        if (file.count() == 0) {
            findings.add(Finding.repair(
                    where,
                    what,
                    "take it out: nothing of its own can be read, and nothing comes after it; the gateway asks again",
                    List.of("out " + file.cycle() + ":0.."),
                    work -> takeOut(file, work)));
            return;
        }
        final boolean ended = results.files().subList(place + 1, results.files().size()).stream()
                .anyMatch(later -> later.count() > 0);
        findings.add(Finding.repair(
                where,
                what,
                "write it anew from what can be read; "
                        + (file.lost() > 0
                                ? "in the place of each lost result comes a failure that says so"
                                : ended ? "nothing is lost" : "what was behind it, if anything, is asked again"),
                Ranges.lost(queue, file),
                work -> replace(file, ended, work)));
    }

    private void takeOut(SalvagedFile file, Work work) throws IOException {
        work.keep(queue.log());
        work.remove(queue.table());
        work.keep(file.path());
        queue.forgetFile(file.cycle());
        work.remove(file.path());
    }

    private void replace(SalvagedFile file, boolean ended, Work work) throws IOException {
        work.deleteAside();
        work.remove(queue.table());
        final long before = results.ordinal(queue.index(file.cycle(), 0));
        try (LostResults.Maker maker = new LostResults.Maker(requests)) {
            work.replace(
                    queue.rewrite(
                            file,
                            ended,
                            number -> maker.make(lostAt(before + number), before + number),
                            work.aside(),
                            work.progress()),
                    file.path());
        }
        queue.noteFile(file.cycle());
    }

    private LostResults lostAt(long result) {
        return replaced.stream()
                .filter(lost -> lost.first() <= result && result < lost.first() + lost.count())
                .findFirst()
                .orElseThrow();
    }

    private void checkPlace(DamagedStates.State state) {
        final boolean deleted = queue.cycle(state.index()) < firstCycle();
        if (state.index() > 0 && !deleted && !isThere(state.index())) {
            findings.add(Finding.operator(
                    "out/" + state.path().getFileName(),
                    "the " + state.role() + " '" + state.name() + "' was at " + queue.position(state.index())
                            + ", behind the last result that can be read",
                    state.role().equals("run")
                            ? "start the run anew, after 'sluice jobs --give-up " + state.name() + "'"
                            : "let the gateway answer everything, then delete the file: the reader begins at the end then,"
                                    + " so have what it may not have read from sluice cat",
                    List.of()));
        }
    }

    private int firstCycle() {
        return results.files().stream().mapToInt(SalvagedFile::cycle).min().orElse(Integer.MAX_VALUE);
    }

    private boolean isThere(long index) {
        return results.files().stream()
                .anyMatch(file -> file.cycle() == queue.cycle(index) && queue.number(index) < file.count());
    }
}
