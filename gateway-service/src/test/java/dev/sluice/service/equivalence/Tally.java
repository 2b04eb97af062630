package dev.sluice.service.equivalence;

import dev.sluice.service.chunk.CallCounts;
import java.util.List;
import java.util.Locale;

/** What the programs of one database came to. */
final class Tally {

    private static final int LARGE = 100;

    private long programs;
    private long requests;
    private long failures;
    private long largeCalls;
    private long largeQuestions;
    private long largeTrips;
    private long largeRequests;

    void count(Program program, List<Answer> expected, CallCounts calls) {
        programs++;
        requests += expected.size();
        failures += expected.stream().filter(Answer::failure).count();
        if (program.chunkLimit() >= LARGE) {
            largeCalls += calls.readCalls() + calls.updateCalls();
            largeQuestions += calls.readQuestions() + calls.updateQuestions();
            largeTrips += calls.trips();
            largeRequests += expected.size();
        }
    }

    double questionsPerLargeCall() {
        return (double) largeQuestions / largeCalls;
    }

    /** Smaller than 1 only if statements, and not just calls, are shared. */
    double tripsPerLargeRequest() {
        return (double) largeTrips / largeRequests;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d programs, %d requests, %d of them expected to fail; with chunks of %d and more %.1f questions a call"
                        + " and %.2f round trips a request",
                programs,
                requests,
                failures,
                LARGE,
                questionsPerLargeCall(),
                tripsPerLargeRequest());
    }
}
