package dev.sluice.client.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import dev.sluice.client.loop.MainLoop;
import dev.sluice.internal.queue.EchoGateway;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs that end at random moments, as by a kill: in a body, before it asks or between two calls, in the sink before and
 * after a write, while it brings its marks to disk; with gateways that come and go. -Dseed=S repeats one.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("try") // a gateway that only has to run
class JobRestartTest {

    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final int ITEMS = 300;

    /** The end of a process, as far as a run can tell: it does not even note how far it got. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** Ends the process at one of the next steps. */
    private static final class Fuse {

        private final AtomicInteger steps;

        private Fuse(int steps) {
            this.steps = new AtomicInteger(steps);
        }

        void step() {
            if (steps.decrementAndGet() <= 0) {
                throw new Killed();
            }
        }
    }

    private record KilledSink(Sink<? super String> sink, Fuse fuse) implements Sink<String> {

        @Override
        public void resume(String mark) throws IOException {
            sink.resume(mark);
        }

        @Override
        public void write(String result) throws Exception {
            fuse.step();
            sink.write(result);
            fuse.step();
        }

        @Override
        public String mark() throws IOException {
            fuse.step();
            final String mark = sink.mark();
            fuse.step();
            return mark;
        }

        @Override
        public void close() throws IOException {
            sink.close();
        }
    }

    @TempDir
    Path directory;

    @Test
    void shouldEndWithTheLettersOfAnUndisturbedRunHoweverOftenItWasKilled() {
        System.out.println("JobRestartTest: seed " + SEED);
        final Random random = new Random(SEED);
        int kills = 0;
        long fromHistory = 0;
        try (JobQueues job = new JobQueues(directory)) {
            boolean ended = false;
            while (!ended) {
                try (EchoGateway gateway = EchoGateway.start(job.queues())) {
                    final JobReport report = run(job, random, new Fuse(1 + random.nextInt(200)));
                    fromHistory += report.fromHistory();
                    ended = true;
                } catch (final Killed e) {
                    kills++;
                }
            }
            assertEquals(JobQueues.expected(ITEMS), job.written(), "seed " + SEED);
            final List<String> requests = job.requests();
            assertEquals(3 * ITEMS, requests.size(), "seed " + SEED);
            assertEquals(3 * ITEMS, new HashSet<>(requests).size(), "seed " + SEED);
        }
        System.out.println(
                "JobRestartTest: " + kills + " kills, the last process had " + fromHistory + " answers from history");
    }

    private static JobReport run(JobQueues job, Random random, Fuse fuse) {
        final JobOptions options = JobOptions.DEFAULTS
                .withLoop(MainLoop.DEFAULTS.withWidth(1 + random.nextInt(40)))
                .withMarks(random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(random.nextInt(20)));
        try (GatewayClient client = job.client();
                Job run = client.job("letters", "today", options)) {
            return run.run(
                    JobQueues.items(ITEMS),
                    item -> "k" + item,
                    (item, asks) -> {
                        fuse.step();
                        final long first = asks.lookup("customer", 10 * item)
                                .join()
                                .orElseThrow()
                                .getLong("key");
                        fuse.step();
                        final long second = asks.lookup("address", first + 1)
                                .join()
                                .orElseThrow()
                                .getLong("key");
                        asks.update("last-letter", item);
                        fuse.step();
                        return item + " " + first + " " + second;
                    },
                    new KilledSink(FileSink.lines(job.file()), fuse));
        } catch (final ItemFailedException e) {
            if (e.getCause() instanceof Killed killed) {
                throw killed;
            }
            throw e;
        }
    }
}
