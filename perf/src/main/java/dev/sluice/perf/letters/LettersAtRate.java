package dev.sluice.perf.letters;

import dev.sluice.examples.letters.Contract;
import dev.sluice.perf.lab.Pace;
import dev.sluice.perf.load.Events;
import dev.sluice.perf.load.LettersOnDemand;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Asks for letters at a fixed rate, whether those before have come or not, and takes how long each was away from the
 * moment at which it was to be asked for. Each is compared with the one it should be. One thread asks.
 */
final class LettersAtRate {

    private static final long PAUSE_NANOS = 100_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** More without an answer are not asked for: they wait, which counts for them. */
    private static final int WINDOW = 20_000;

    private final List<Contract> contracts;
    private final List<String> expected;

    /** @param expected the letter of each contract */
    LettersAtRate(List<Contract> contracts, List<String> expected) {
        this.contracts = contracts;
        this.expected = expected;
    }

    /**
     * What came of it.
     *
     * @param latencies in nanoseconds
     * @param tookNanos from the first moment until the last letter was there
     */
    record Asked(Histogram latencies, long tookNanos) {}

    /** @throws IllegalStateException if a letter is another one, or does not come */
    Asked ask(LettersOnDemand way, int perSecond, long millis) throws Exception {
        final Histogram latencies = new ConcurrentHistogram(Events.latencies().getHighestTrackableValue(), 3);
        final AtomicLong answered = new AtomicLong();
        final AtomicLong wrong = new AtomicLong();
        final long start = System.nanoTime();
        final Pace pace = new Pace(perSecond, start);
        final long letters = Math.max(1, perSecond * millis / 1000);
        for (long number = 0; number < letters; number++) {
            while (!pace.isDue(number)) {
                if (way.poll() == 0) {
                    pace.rest(number, PAUSE_NANOS);
                }
            }
            await(way, answered, number - WINDOW);
            final int contract = (int) (number % contracts.size());
            final long intended = pace.intendedNanos(number);
            way.ask(contracts.get(contract), letter -> {
                latencies.recordValue(Math.max(0, System.nanoTime() - intended));
                if (!letter.equals(expected.get(contract))) {
                    wrong.incrementAndGet();
                }
                answered.incrementAndGet();
            });
        }
        await(way, answered, letters);
        if (wrong.get() > 0) {
            throw new IllegalStateException(wrong + " of " + letters + " letters are others");
        }
        return new Asked(latencies, System.nanoTime() - start);
    }

    private static void await(LettersOnDemand way, AtomicLong answered, long atLeast) {
        long before = answered.get();
        long since = System.nanoTime();
        while (answered.get() < atLeast) {
            if (way.poll() == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            if (answered.get() != before) {
                before = answered.get();
                since = System.nanoTime();
            } else if (System.nanoTime() - since > PATIENCE_NANOS) {
                throw new IllegalStateException("No letter for 30 s; " + before + " of " + atLeast + " were there");
            }
        }
    }
}
