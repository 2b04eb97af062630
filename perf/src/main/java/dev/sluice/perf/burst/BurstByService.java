package dev.sluice.perf.burst;

import dev.sluice.api.Requests;
import dev.sluice.client.AllResults;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.load.Asked;
import dev.sluice.perf.load.Changes;
import java.util.Arrays;

/**
 * A burst of changes by a service behind queues: figures, in microseconds for each request, until the last result is
 * read, and of the job's side of the queues. One thread.
 */
final class BurstByService {

    static final String WRITE_MEAN = "write a request, mean";
    /** Of the requests one by one, reading the clock included. */
    static final String WRITE_MEDIAN = "write a request, median";

    static final String WRITE_P99 = "write a request, 99 %";
    /** All of them read in a row when they are there. */
    static final String READ = "read a result that is there";

    private static final int READ_AT_ONCE = 1_000;

    private final Service service;
    /** Reads everything once more, when it is there. */
    private final AllResults again;

    BurstByService(Service service) {
        this.service = service;
        this.again = service.client().results();
    }

    void make(Changes changes, Variant.Figures figures) {
        final int count = changes.count();
        final long[] written = new long[count];
        final Requests requests = service.client().requests();
        final String statement = changes.kind().statement();
        final Asked asked = new Asked();
        final long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            requests.executeUpdate(statement, changes.first()[i], changes.second()[i]);
            written[i] = System.nanoTime();
        }
        final double writing = written[count - 1] - start;
        service.await(asked);
        figures.add("", "us", (System.nanoTime() - start) / 1e3 / count);
        final Asked expected = new Asked();
        for (int i = 0; i < count; i++) {
            expected.value(1L); // each changes one row
            expected.answered();
        }
        asked.mustEqual(expected, "The service");
        for (int i = count - 1; i > 0; i--) {
            written[i] -= written[i - 1];
        }
        written[0] -= start;
        Arrays.sort(written);
        micros(figures, WRITE_MEAN, writing / count);
        micros(figures, WRITE_MEDIAN, written[count / 2]);
        micros(figures, WRITE_P99, written[(int) (count * 0.99)]);
        micros(figures, READ, readAgain(asked));
    }

    private static void micros(Variant.Figures figures, String what, double nanos) {
        figures.add(": " + what, "us", nanos / 1e3);
    }

    private double readAgain(Asked first) {
        final Asked asked = new Asked();
        final long start = System.nanoTime();
        while (asked.answers() < first.answers()) {
            again.poll(asked, READ_AT_ONCE);
        }
        final double nanos = (System.nanoTime() - start) / (double) first.answers();
        asked.mustEqual(first, "The service");
        return nanos;
    }
}
