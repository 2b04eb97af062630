package dev.sluice.replay.repair;

import dev.sluice.replay.repair.SalvagedFile.Condition;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the queues of a pair against each other: a result says at which position which request was, and a named writer has noted
 * where its last request is. What they contradict is an older copy, or of elsewhere. One thread.
 */
final class Agreement {

    private final DamagedQueue input;
    private final List<SalvagedFile> asked;
    private final DamagedQueue output;

    /** By file, what was found of it first. */
    private final Map<String, Finding> findings = new LinkedHashMap<>();

    /** By cycle, how many requests a damaged file had at least. */
    private final Map<Integer, Long> proved = new HashMap<>();

    private Agreement(DamagedQueue input, List<SalvagedFile> asked, DamagedQueue output) {
        this.input = input;
        this.asked = asked;
        this.output = output;
    }

    static Agreement of(
            DamagedQueue input,
            List<SalvagedFile> asked,
            DamagedQueue output,
            List<SalvagedFile> answers,
            List<DamagedState> states) {
        final Agreement agreement = new Agreement(input, asked, output);
        agreement.results(answers);
        states.stream()
                .filter(state -> state.role().equals("writer") && state.index() > 0)
                .forEach(state -> agreement.isThere(state.index(), "the writer '" + state.name() + "' has noted one"));
        return agreement;
    }

    /** The files that do not go with the others. */
    Collection<Finding> faults() {
        return findings.values();
    }

    /** A damaged file of requests with as many as others prove, those at its end lost. */
    SalvagedFile proved(SalvagedFile file) {
        return file.extendedTo(proved.getOrDefault(file.cycle(), 0L));
    }

    private void results(List<SalvagedFile> answers) {
        try (SalvagedDocuments results = new SalvagedDocuments(output.directory(), answers, 0);
                SalvagedDocuments requests = new SalvagedDocuments(input.directory(), asked, 0)) {
            long at = -1;
            while (results.next()) {
                final Optional<SalvagedDocument> result = results.document().filter(document -> !document.lost());
                if (result.isPresent() && isThere(result.get().request(), "results answer some")) {
                    final long request = result.get().request();
                    while (at < request && requests.next()) {
                        at = requests.index();
                    }
                    if (at != request || !isSame(result.get(), requests.document())) {
                        contradicted(results.index(), request);
                    }
                }
            }
        }
    }

    /** Whether there is a document at that index of the input; where a whole file ends before it, or is none, that is found. */
    private boolean isThere(long index, String who) {
        final int cycle = input.cycle(index);
        final Optional<SalvagedFile> there =
                asked.stream().filter(file -> file.cycle() == cycle).findFirst();
        if (there.isEmpty() && !input.isDeleted(cycle)) {
            refuse(input.where(input.missing(cycle).path()), "is gone: " + who + " of its requests");
        }
        final boolean early =
                there.filter(file -> input.number(index) >= file.count()).isPresent();
        if (early
                && List.of(Condition.WHOLE, Condition.UNENDED)
                        .contains(there.get().condition())) {
            refuse(
                    input.where(there.get().path()),
                    "ends too early, and is whole: " + who + " after it. It is an older copy");
        } else if (early) {
            proved.merge(cycle, input.number(index) + 1, Math::max);
        }
        return there.isPresent() && !early;
    }

    /** What was unreadable when it was answered has no writer in its result. */
    private static boolean isSame(SalvagedDocument result, Optional<SalvagedDocument> request) {
        return result.writer() == 0
                || request.filter(document -> !document.lost())
                        .map(asked -> asked.writer() == result.writer() && asked.sequence() == result.sequence())
                        .orElse(true);
    }

    private void contradicted(long result, long request) {
        refuse(
                output.where(output.missing(output.cycle(result)).path()),
                "its result at " + output.position(result) + " answers another request than the one at "
                        + input.position(request) + " in "
                        + input.where(input.missing(input.cycle(request)).path())
                        + ": one of the two files was exchanged, renamed, restored from another time, or is of other"
                        + " queues");
    }

    private void refuse(String where, String what) {
        findings.putIfAbsent(where, Finding.refused(where, what, Finding.BRING_BACK));
    }
}
