package dev.sluice.perf.micro;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.perf.load.ExpectedResults;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Requests and results on their way over the queues: written and read by a job, read and answered by a gateway. */
@OperationsPerInvocation(Queues.REQUESTS)
public class QueueBenchmark {

    /** A lookup as a job writes it: with history, checksum, writer and number. */
    @Benchmark
    public void writeRequest(Queues queues) {
        queues.write();
    }

    /** A request as a gateway reads it: with history, checksum verified, arguments copied. */
    @Benchmark
    public int readRequest(Queues.Written queues) {
        final CountedRequests read = new CountedRequests();
        while (read.requests() < Queues.REQUESTS) {
            queues.reader.poll(read, Queues.CHUNK);
        }
        return read.requests();
    }

    /** The gateway's loop over both queues, with a backend that answers at once. */
    @Benchmark
    public void readPlanAnswerWrite(Queues.Written queues) {
        queues.loop.answer(Queues.REQUESTS);
    }

    /** All values of all rows, as a job reads them. */
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
