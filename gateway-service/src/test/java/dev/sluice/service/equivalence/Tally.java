package dev.sluice.service.equivalence;

import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.GatewayCounts;
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
    private long trips;
    private long tripsCompared;
    private long tripsApart;
    private long cacheHits;

    /** Counts a program; the calls of those with large chunks only. */
    void count(Program program, List<Answer> expected, GatewayRun run) {
        final GatewayCounts counted = run.counts();
        cacheHits += run.cacheHits();
        programs++;
        requests += expected.size();
        failures += expected.stream().filter(Answer::failure).count();
        trips = counted.calls(Count.TRIPS);
        if (program.chunkLimit() >= LARGE) {
            calls += counted.calls(Count.READ_CALLS) + counted.calls(Count.UPDATE_CALLS);
            questions += counted.calls(Count.READ_QUESTIONS) + counted.calls(Count.UPDATE_QUESTIONS);
        }
    }

    /** Puts the program counted last beside the same one, one request at a time. */
    void compare(Program program, Tally apart) {
        if (program.chunkLimit() >= LARGE) {
            tripsCompared += trips;
            tripsApart += apart.trips;
        }
    }

    long requests() {
        return requests;
    }

    long cacheHits() {
        return cacheHits;
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
                cacheHits);
    }
}
