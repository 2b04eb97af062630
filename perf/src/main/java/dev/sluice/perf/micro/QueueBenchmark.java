package dev.sluice.perf.micro;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.perf.load.ExpectedResults;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * Measures the steps through the queues: a job writes requests, a gateway reads and answers them, and the job reads the results.
 */
@OperationsPerInvocation(Queues.REQUESTS)
public class QueueBenchmark {

    /** Writes lookups as a job does, with history, checksum, writer and number. */
    @Benchmark
    public void writeRequest(Queues queues) {
        queues.write();
    }

    /** Reads requests as a gateway does: with their history, and with a check of the checksum and a copy of the arguments. */
    @Benchmark
    public int readRequest(Queues.Written queues) {
        final CountedRequests read = new CountedRequests();
        while (read.requests() < Queues.REQUESTS) {
            queues.reader.poll(read, Queues.CHUNK);
        }
        return read.requests();
    }

    /** Runs the gateway's loop on both queues, with a backend that answers immediately. */
    @Benchmark
    public void readPlanAnswerWrite(Queues.Written queues) {
        queues.loop.answer(Queues.REQUESTS);
    }

    /** Reads all values of all rows, as a job does. */
    @Benchmark
    public long readResult(Queues.Answered queues) {
        final ReadRows read = new ReadRows();
        queues.client.awaitAll(read);
        return read.values;
    }

    private static final class ReadRows implements ExpectedResults {

        private long values;

        @Override
        public void rows(RequestRef request, Rows rows) {
            for (final Row row : rows) {
                for (int i = 0; i < row.size(); i++) {
                    values += row.get(i).hashCode();
                }
            }
        }
    }
}
