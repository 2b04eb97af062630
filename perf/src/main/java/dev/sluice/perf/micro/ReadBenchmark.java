package dev.sluice.perf.micro;

import dev.sluice.internal.queue.RequestReader;
import dev.sluice.perf.lab.InstantLoop;
import dev.sluice.perf.load.CountedRequests;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** What the gateway does with requests that are there. */
public class ReadBenchmark extends QueueBenchmark {

    private RequestReader reader;
    private InstantLoop loop;

    @Override
    void prepare() {
        write();
        reader = opened(queues().requestsFromStart());
        loop = opened(new InstantLoop(queues(), CHUNK));
    }

    /** With history, checksum verified, arguments copied. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public int readRequest() {
        final CountedRequests read = new CountedRequests();
        while (read.requests() < REQUESTS) {
            reader.poll(read, CHUNK);
        }
        return read.requests();
    }

    /** The gateway's loop over both queues, with a backend that answers at once. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public void readPlanAnswerWrite() {
        loop.answer(REQUESTS);
    }
}
