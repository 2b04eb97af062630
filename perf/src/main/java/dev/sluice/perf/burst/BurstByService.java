package dev.sluice.perf.burst;

import dev.sluice.api.Requests;
import dev.sluice.client.AllResults;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.load.ChangeStream.Changes;
import java.util.Arrays;

/**
 * Sends a burst of changes to a service through queues. It measures the microseconds per request until the last result is read,
 * and the microseconds that the job spends on writing requests and reading results. Not thread-safe.
 */
final class BurstByService {

    static final String WRITE_MEAN = "write a request, mean";
    /** The median time to write a single request. It includes the time to read the clock. */
    static final String WRITE_MEDIAN = "write a request, median";

    static final String WRITE_P99 = "write a request, 99 %";
    /** The time to read one result, measured by reading all results in a row after they have been written. */
    static final String READ = "read a result that is there";

    private static final int READ_AT_ONCE = 1_000;

    private final Service service;
    private final UpdatesInOrder results = new UpdatesInOrder();
    /** Reads all results a second time, after they have been written. */
    private final AllResults again;

    private final UpdatesInOrder resultsAgain = new UpdatesInOrder();

    BurstByService(Service service) {
        this.service = service;
        this.again = service.client().results();
    }

    void make(Changes changes, Variant.Figures figures) {
        final int count = changes.count();
        final long[] nanos = new long[count];
        final Requests requests = service.client().requests();
        final String statement = changes.kind().statement();
        final long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            requests.executeUpdate(statement, changes.first()[i], changes.second()[i]);
            nanos[i] = System.nanoTime();
        }
        final double writing = nanos[count - 1] - start;
        service.await(results);
        figures.add("", "us", (System.nanoTime() - start) / 1e3 / count);
        for (int i = count - 1; i > 0; i--) {
            nanos[i] -= nanos[i - 1];
        }
        nanos[0] -= start;
        Arrays.sort(nanos);
        micros(figures, WRITE_MEAN, writing / count);
        micros(figures, WRITE_MEDIAN, nanos[count / 2]);
        micros(figures, WRITE_P99, nanos[(int) (count * 0.99)]);
        final long startAgain = System.nanoTime();
        while (resultsAgain.answered() < results.answered()) {
            again.poll(resultsAgain, READ_AT_ONCE);
        }
        micros(figures, READ, (System.nanoTime() - startAgain) / (double) count);
    }

    private static void micros(Variant.Figures figures, String what, double nanos) {
        figures.add(": " + what, "us", nanos / 1e3);
    }
}
