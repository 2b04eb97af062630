package dev.sluice.replay.repair;

import dev.sluice.internal.queue.document.Documents;
import dev.sluice.replay.repair.SalvagedFile.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plans the repair of an input's files: readable requests keep their positions; each unreadable request is replaced by a document
 * that is not a request. The gateway answers such a document with a failure.
 */
final class InputPlan {

    private static final String MEANS = "; each of them is answered as failed, if it was not answered yet";

    /** A document that is not a request, so that a gateway answers it as failed. */
    private static final byte[] LOST = Documents.lost("lost when the queue was damaged");

    private final DamagedQueue queue;
    private final Optional<SalvagedDocument> lastResult;
    private final Optional<Long> lastAnswered;
    private final List<Finding> findings = new ArrayList<>();
    private final List<SalvagedFile> planned = new ArrayList<>();

    /** @param lastResult the last readable result */
    InputPlan(DamagedQueue queue, List<SalvagedFile> files, Optional<SalvagedDocument> lastResult) {
        this.queue = queue;
        this.lastResult = lastResult;
        this.lastAnswered = lastResult.map(SalvagedDocument::request);
        for (int i = 0; i < files.size(); i++) {
            final boolean ended =
                    files.subList(i + 1, files.size()).stream().anyMatch(later -> later.condition() != Condition.NONE);
            plan(files.get(i), ended);
        }
    }

    List<Finding> findings() {
        return findings;
    }

    Layout layout() {
        return new Layout(queue, planned);
    }

    private void plan(SalvagedFile file, boolean ended) {
        switch (file.condition()) {
            case NONE -> findings.add(Finding.setAside(queue, file, "request"));
            case EMPTY, GONE -> planMissing(file, ended);
            case MISPLACED, NEWER -> throw new IllegalStateException(file + " is not to be repaired");
            case DAMAGED, UNENDED -> rewrite(file, ended);
            case WHOLE -> {
                if (holdsUnreadableLastAnswered(file)) {
                    rewrite(file.damaged("the last answered request cannot be read"), ended);
                    return;
                }
                planned.add(file);
                if (file.lost() > 0) {
                    findings.add(Finding.of(
                            Finding.Kind.KNOWN,
                            queue.where(file.path()),
                            SalvagedFile.count(file.lost(), "request") + " cannot be read, but their places are known",
                            "nothing" + MEANS,
                            queue.lost(file)));
                }
            }
        }
    }

    /**
     * Whether the file contains the last answered request, and this request cannot be read. Such a file is rewritten with a
     * document that marks the request as lost. A gateway continues after the last answered request only if the request is marked
     * as lost, or if the last result names this request.
     */
    private boolean holdsUnreadableLastAnswered(SalvagedFile file) {
        return lastResult
                .filter(result -> result.writer() != 0 && queue.cycle(result.request()) == file.cycle())
                .map(result -> queue.number(result.request()))
                .filter(number -> file.parts().stream()
                        .anyMatch(
                                part -> part.lost() && part.first() <= number && number < part.first() + part.count()))
                .isPresent();
    }

    private void planMissing(SalvagedFile file, boolean ended) {
        final boolean oldest = planned.isEmpty();
        final boolean answered =
                lastAnswered.filter(index -> queue.cycle(index) > file.cycle()).isPresent();
        if (oldest && answered) {
            findings.add(Finding.repair(
                    queue.where(file.path()),
                    file.said("request"),
                    "note it as deleted: all its requests are answered, and it is the oldest file",
                    work -> work.noteDeleted(queue, file)));
            return;
        }
        final SalvagedFile some = file.extendedTo(1);
        write(
                some,
                file.said("request") + ": at least " + SalvagedFile.count(some.count(), "request"),
                "create it again, with a document in the place of each request that is known to have existed" + MEANS,
                List.of("in " + file.cycle() + ":0.."),
                ended);
    }

    private void rewrite(SalvagedFile file, boolean ended) {
        final SalvagedFile some = file.extendedTo(1);
        write(
                some,
                file.said("request"),
                "rewrite it from its readable requests"
                        + (some.lost() == 0
                                ? "; nothing is lost"
                                : ", with a document in the place of each unreadable request" + MEANS),
                queue.lost(some),
                ended);
    }

    private void write(SalvagedFile file, String what, String remedy, List<String> lost, boolean ended) {
        planned.add(file);
        findings.add(Finding.repair(
                queue.where(file.path()),
                what,
                remedy,
                lost,
                work -> work.rewrite(queue, file, ended, number -> LOST)));
    }
}
