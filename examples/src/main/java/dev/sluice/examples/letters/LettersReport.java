package dev.sluice.examples.letters;

import java.time.Duration;
import java.util.List;

/**
 * The result of a run of the job.
 *
 * @param contracts the contracts that were read
 * @param letters the letters that were written
 * @param failures how many requests failed or found nothing; a contract without customer or address gets no letter
 * @param firstFailures the first of them, each with its contract and what happened
 * @param duration the whole run
 */
public record LettersReport(
        long contracts, long letters, long failures, List<String> firstFailures, Duration duration) {

    LettersReport(long contracts, long letters, Failures failures, Duration duration) {
        this(contracts, letters, failures.count(), List.copyOf(failures.first()), duration);
    }
}
