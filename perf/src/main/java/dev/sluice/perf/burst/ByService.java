package dev.sluice.perf.burst;

import dev.sluice.api.Requests;
import dev.sluice.client.AllResults;
import dev.sluice.perf.load.Asked;
import dev.sluice.perf.load.Changes;
import dev.sluice.perf.system.ServiceJvm;
import java.util.Arrays;
import java.util.Optional;

/** Has changes made by a service behind queues, and takes the times of the job. One thread. */
final class ByService implements Maker {

    private static final int READ_AT_ONCE = 1_000;

    private final ServiceJvm service;
    /** Reads everything once more, when it is there. */
    private final AllResults again;

    /** Takes over the service. */
    ByService(ServiceJvm service) {
        this.service = service;
        this.again = service.client().results();
    }

    @Override
    public Burst make(Changes changes) {
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
        service.await(asked);
        final double micros = (System.nanoTime() - start) / 1e3 / count;
        check(asked, expected(count));
        return new Burst(micros, Optional.of(queues(start, written, asked)));
    }

    private Burst.Queues queues(long start, long[] written, Asked asked) {
        final int count = written.length;
        final long writing = written[count - 1] - start;
        for (int i = count - 1; i > 0; i--) {
            written[i] -= written[i - 1];
        }
        written[0] -= start;
        Arrays.sort(written);
        return new Burst.Queues(
                written[count / 2], written[(int) (count * 0.99)], writing / (double) count, readAgain(asked));
    }

    private double readAgain(Asked first) {
        final Asked asked = new Asked();
        final long start = System.nanoTime();
        while (asked.answers() < first.answers()) {
            again.poll(asked, READ_AT_ONCE);
        }
        final double nanos = (System.nanoTime() - start) / (double) first.answers();
        check(asked, first);
        return nanos;
    }

    /** Each changes one row. */
    private static Asked expected(int count) {
        final Asked expected = new Asked();
        for (int i = 0; i < count; i++) {
            expected.value(1L);
            expected.answered();
        }
        return expected;
    }

    private static void check(Asked asked, Asked expected) {
        asked.mustEqual(expected, "The service");
    }

    @Override
    public void close() {
        service.close();
    }
}
