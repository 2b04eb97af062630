package dev.sluice.perf.micro;

import dev.sluice.internal.queue.RequestReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.perf.lab.InstantLoop;
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
        final Read read = new Read();
        while (read.requests < REQUESTS) {
            reader.poll(read, CHUNK);
        }
        return read.requests;
    }

    /** The gateway's loop over both queues, with a backend that answers at once. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public void readPlanAnswerWrite() {
        loop.answer(REQUESTS);
    }

    private static final class Read implements RequestReceiver {
        private int requests;

        @Override
        public void request(long index, long writtenNanos, RequestFrame request) {
            requests++;
        }

        @Override
        public void undecodable(long index, long writtenNanos, String why) {
            throw new IllegalStateException("Request " + index + " cannot be read: " + why);
        }
    }
}
