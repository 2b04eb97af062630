package dev.sluice.examples.letters;

import java.time.Duration;
import java.util.List;

/**
 * The result of a run of the job.
 *
 * @param contracts the number of contracts that were read
 * @param letters the number of letters that were written
 * @param failures the number of requests that failed or found nothing; a contract without customer or address gets no letter
 * @param firstFailures the first failures, each with its contract and its reason
 * @param duration the duration of the whole run
 */
public record LettersReport(
        long contracts, long letters, long failures, List<String> firstFailures, Duration duration) {

    LettersReport(long contracts, long letters, Failures failures, Duration duration) {
        this(contracts, letters, failures.count(), List.copyOf(failures.first()), duration);
    }
}
