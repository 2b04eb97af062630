package dev.sluice.perf.micro;

import dev.sluice.perf.lab.InstantLoop;
import dev.sluice.perf.load.Asked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** What a job does with results that are there. */
public class ResultBenchmark extends QueueBenchmark {

    @Override
    void prepare() {
        write();
        opened(new InstantLoop(queues(), CHUNK)).answer(REQUESTS);
    }

    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long readResult() {
        final Asked asked = new Asked();
        client().awaitAll(asked);
        return asked.answers();
    }
}
