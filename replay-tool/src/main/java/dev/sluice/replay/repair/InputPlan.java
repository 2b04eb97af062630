package dev.sluice.replay.repair;

import dev.sluice.replay.repair.salvage.DamagedQueue;
import dev.sluice.replay.repair.salvage.DamagedStates;
import dev.sluice.replay.repair.salvage.LostDocuments;
import dev.sluice.replay.repair.salvage.SalvagedDocument;
import dev.sluice.replay.repair.salvage.SalvagedFile;
import dev.sluice.replay.repair.salvage.SalvagedFile.Condition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is to become of the files of an input: whatever can be read stays where it is, and what cannot gets documents in its
 * place that are no requests, which the gateway answers as failed.
 */
final class InputPlan {

    private static final String MEANS = "; each of them is answered as failed, if it was not answered yet";

    private final DamagedQueue queue;
    private final Optional<SalvagedDocument> lastResult;
    private final Optional<Long> lastAnswered;
    private final List<Finding> findings = new ArrayList<>();
    private final List<SalvagedFile> planned = new ArrayList<>();

    /**
     * @param lastResult the last one that can be read
     * @param states of writers, which know where they were
     */
    InputPlan(
            DamagedQueue queue,
            List<SalvagedFile> found,
            Optional<SalvagedDocument> lastResult,
            List<DamagedStates.State> states) {
        this.queue = queue;
        this.lastResult = lastResult;
        this.lastAnswered = lastResult.map(SalvagedDocument::request);
        final List<SalvagedFile> files = withLastAnswered(found).stream()
                .map(file -> withLastWritten(file, states))
                .toList();
        for (int i = 0; i < files.size(); i++) {
            plan(files.get(i), files.subList(i + 1, files.size()));
        }
    }

    List<Finding> findings() {
        return findings;
    }

    Layout layout() {
        return new Layout(queue, planned);
    }

    /** The result of a request proves that it was there. */
    private List<SalvagedFile> withLastAnswered(List<SalvagedFile> found) {
        if (lastAnswered.isEmpty()) {
            return found;
        }
        final int cycle = queue.cycle(lastAnswered.get());
        final long least = queue.number(lastAnswered.get()) + 1;
        final List<SalvagedFile> files = new ArrayList<>();
        boolean there = false;
        for (final SalvagedFile file : found) {
            if (file.cycle() > cycle && !there) {
                files.add(queue.missing(cycle).extendedTo(least));
                there = true;
            }
            there |= file.cycle() == cycle;
            final boolean shorter =
                    file.cycle() == cycle && file.count() < least && file.condition() != Condition.MISSING;
            files.add(
                    shorter
                            ? file.damaged("results answer requests behind its end")
                                    .extendedTo(least)
                            : file.cycle() == cycle ? file.extendedTo(least) : file);
        }
        if (!there) {
            files.add(queue.missing(cycle).extendedTo(least));
        }
        return files;
    }

    /** A named writer has noted where its last request is: that was there, too. */
    private SalvagedFile withLastWritten(SalvagedFile file, List<DamagedStates.State> states) {
        if (file.condition() == Condition.WHOLE || file.condition() == Condition.NONE) {
            return file;
        }
        return file.extendedTo(states.stream()
                .filter(state -> state.role().equals("writer") && state.fault().isEmpty())
                .filter(state -> state.index() > 0 && queue.cycle(state.index()) == file.cycle())
                .mapToLong(state -> queue.number(state.index()) + 1)
                .max()
                .orElse(0));
    }

    private void plan(SalvagedFile file, List<SalvagedFile> later) {
        final String where = Ranges.where(queue, file);
        final boolean ended = later.stream().anyMatch(InputPlan::hasMessages);
        switch (file.condition()) {
            case NONE ->
                findings.add(Finding.repair(
                        where, Faults.ofNone(file), "set it aside", List.of(), work -> work.remove(file.path())));
            case MISSING -> planMissing(file, where, ended);
            case DAMAGED -> rewrite(file, where, ended);
            case WHOLE -> {
                if (holdsUnreadableLastAnswered(file)) {
                    rewrite(file.damaged("the request that was answered last cannot be read"), where, ended);
                    return;
                }
                planned.add(file);
                if (file.lost() > 0) {
                    findings.add(Finding.known(
                            where,
                            Ranges.count(file.lost(), "request") + " cannot be read, in their places",
                            "nothing" + MEANS,
                            Ranges.lost(queue, file)));
                }
            }
        }
    }

    /** A gateway goes on behind that request only if it is the one that its result names, or known to be lost. */
    private boolean holdsUnreadableLastAnswered(SalvagedFile file) {
        return lastResult
                .filter(result -> result.writer() != 0 && queue.cycle(result.request()) == file.cycle())
                .map(result -> queue.number(result.request()))
                .filter(number -> file.parts().stream()
                        .anyMatch(
                                part -> part.lost() && part.first() <= number && number < part.first() + part.count()))
                .isPresent();
    }

    private static boolean hasMessages(SalvagedFile file) {
        return file.condition() != Condition.NONE;
    }

    private void planMissing(SalvagedFile file, String where, boolean ended) {
        final boolean oldest = planned.isEmpty();
        final boolean answered =
                lastAnswered.filter(index -> queue.cycle(index) > file.cycle()).isPresent();
        if (oldest && answered) {
            findings.add(Finding.repair(
                    where,
                    Faults.ofMissing(file, "requests"),
                    "note it as deleted: all requests in it are answered, and it is the oldest",
                    List.of(),
                    work -> {
                        work.keep(queue.log());
                        work.remove(file.path());
                        queue.noteDeleted(file.cycle());
                    }));
            return;
        }
        final SalvagedFile some = file.extendedTo(1);
        planned.add(some);
        findings.add(Finding.repair(
                where,
                Faults.ofMissing(file, "requests") + ": at least " + Ranges.count(some.count(), "request"),
                "make it anew, with a document in the place of each that can be told" + MEANS,
                List.of("in " + file.cycle() + ":0.."),
                work -> replace(some, ended, work)));
    }

    private void rewrite(SalvagedFile file, String where, boolean ended) {
        final SalvagedFile some = file.extendedTo(1);
        planned.add(some);
        findings.add(Finding.repair(
                where,
                Faults.of(file, "request"),
                "write it anew from what can be read"
                        + (some.lost() == 0
                                ? "; nothing is lost"
                                : ", with a document in the place of each request that cannot" + MEANS),
                Ranges.lost(queue, some),
                work -> replace(some, ended, work)));
    }

    private void replace(SalvagedFile file, boolean ended, Work work) throws IOException {
        work.deleteAside();
        work.remove(queue.table());
        final Path made = queue.rewrite(file, ended, number -> LostDocuments.request(), work.aside(), work.progress());
        work.replace(made, file.path());
        queue.noteFile(file.cycle());
    }
}
