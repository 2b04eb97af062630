package dev.sluice.service.generated;

import dev.sluice.service.core.BackendCounts.Count;
import java.util.List;
import java.util.Locale;

/** What the programs of one database came to. */
final class Tally {

    private static final int LARGE = 100;

    private long programs;
    private long requests;
    private long failures;
    private long calls;
    private long questions;
    private boolean large;
    private long trips;
    private long tripsCompared;
    private long tripsApart;
    private long kept;

    /** Counts a program; the calls of those with large chunks only. */
    void count(Case program, List<Answer> expected, QueuedGateway.Run run) {
        programs++;
        requests += expected.size();
        failures += expected.stream().filter(Answer::failure).count();
        trips = run.calls(Count.TRIPS);
        large = program.settings().limit() >= LARGE;
        if (large) {
            calls += run.calls(Count.READ_CALLS) + run.calls(Count.UPDATE_CALLS);
            questions += run.calls(Count.READ_QUESTIONS) + run.calls(Count.UPDATE_QUESTIONS);
        }
    }

    /** Puts the program counted last beside the same one, one request at a time: what it does not ask there, it has kept. */
    void compare(Case program, QueuedGateway.Run apart) {
        if (large) {
            tripsCompared += trips;
            tripsApart += apart.calls(Count.TRIPS);
        }
        kept += program.steps().stream()
                .filter(step -> !step.shape().update() && !step.refused())
                .count();
        kept -= apart.calls(Count.READ_QUESTIONS);
    }

    long requests() {
        return requests;
    }

    /** Of the programs that ran one request at a time, too. */
    long answersFromCaches() {
        return kept;
    }

    double questionsPerCall() {
        return (double) questions / calls;
    }

    /** Smaller than 1 only if statements, and not just calls, are shared. */
    double tripsBesideOneAtATime() {
        return (double) tripsCompared / tripsApart;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d programs, %d requests, %d of them expected to fail; with chunk limits from %d on %.1f questions a"
                        + " call (%d in %d), and %.2f of the round trips of one at a time; %d answers from caches",
                programs,
                requests,
                failures,
                LARGE,
                questionsPerCall(),
                questions,
                calls,
                tripsBesideOneAtATime(),
                kept);
    }
}
