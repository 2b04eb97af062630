package dev.sluice.replay.repair;

import dev.sluice.replay.repair.SalvagedFile.Condition;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares the two queues of a pair with each other and with the state files of named writers. This is possible because each
 * result contains its request's writer, number and position, and each state file contains the position of the writer's last
 * request. A roll file that contradicts these records is an older copy, or belongs to other queues. For one thread.
 */
final class Agreement {

    private final DamagedQueue input;
    private final List<SalvagedFile> asked;
    private final DamagedQueue output;

    /** The first finding of each file. */
    private final Map<String, Finding> findings = new LinkedHashMap<>();

    /** For each damaged file, by its cycle: the minimum number of requests that it must have had. */
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
                .forEach(state -> agreement.isThere(state.index(), "writer '" + state.name() + "' recorded a request"));
        return agreement;
    }

    /** Returns the findings about files that contradict the records. */
    Collection<Finding> faults() {
        return findings.values();
    }

    /** Returns a damaged file of requests, extended with lost requests up to the number of requests that it provably had. */
    SalvagedFile proved(SalvagedFile file) {
        return file.extendedTo(proved.getOrDefault(file.cycle(), 0L));
    }

    private void results(List<SalvagedFile> answers) {
        try (SalvagedDocuments results = new SalvagedDocuments(output.directory(), answers, 0);
                SalvagedDocuments requests = new SalvagedDocuments(input.directory(), asked, 0)) {
            long at = -1;
            while (results.next()) {
                final Optional<SalvagedDocument> result = results.document().filter(document -> !document.lost());
                if (result.isPresent() && isThere(result.get().request(), "results answer requests")) {
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

    /**
     * Whether the input has a document at an index. Adds a finding if the file is missing, or if it ends before the index
     * although it is not damaged.
     *
     * @param who the evidence that there was a document, for the message
     */
    private boolean isThere(long index, String who) {
        final int cycle = input.cycle(index);
        final Optional<SalvagedFile> there =
                asked.stream().filter(file -> file.cycle() == cycle).findFirst();
        if (there.isEmpty() && !input.isDeleted(cycle)) {
            refuse(input.where(input.missing(cycle).path()), "is gone, although " + who + " in it");
        }
        final boolean early =
                there.filter(file -> input.number(index) >= file.count()).isPresent();
        if (early
                && List.of(Condition.WHOLE, Condition.UNENDED)
                        .contains(there.get().condition())) {
            refuse(
                    input.where(there.get().path()),
                    "is undamaged, but ends too early, so it is an older copy: " + who + " after its end");
        } else if (early) {
            proved.merge(cycle, input.number(index) + 1, Math::max);
        }
        return there.isPresent() && !early;
    }

    /** Whether a result belongs to a request. If the request was unreadable, its result has no writer, and fits any request. */
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
                        + ": one of the two files was exchanged, renamed, restored from another time, or belongs to"
                        + " other queues");
    }

    private void refuse(String where, String what) {
        findings.putIfAbsent(where, Finding.refused(where, what, Finding.BRING_BACK));
    }
}
