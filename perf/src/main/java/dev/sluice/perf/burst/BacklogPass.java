package dev.sluice.perf.burst;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.ResultReader;
import dev.sluice.perf.burst.BacklogWriter.Said;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ExpectedResults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One backlog, from the first request to the last result: the job and the gateway are JVMs of their own with small heaps,
 * and are looked at on the way. One thread.
 */
final class BacklogPass implements ExpectedResults {

    private static final long SAID_SECONDS = 60;
    private static final long PAUSE_NANOS = 500_000;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Run run;
    private final Path directory;
    private final Path queues;
    private final Database database;
    private final long count;
    private final int chunk;
    private final String heap;
    private final List<BacklogSample> samples = new ArrayList<>();
    private long answered;

    /**
     * @param directory for the queues and logs; it exists
     * @param database with the table that is asked
     * @param count how many updates
     * @param chunk most requests in a chunk and updates in a transaction
     * @param heap of both JVMs, as {@code -Xmx} takes it
     */
    BacklogPass(Run run, Path directory, Database database, long count, int chunk, String heap) {
        this.run = run;
        this.directory = directory;
        this.queues = directory.resolve("queues");
        this.database = database;
        this.count = count;
        this.chunk = chunk;
        this.heap = heap;
    }

    /** Has all of it written, and drained when the job has ended. */
    List<BacklogSample> writtenThenDrained() throws IOException, InterruptedException {
        run.progress().stage(String.format("backlog of %,d: writing", count));
        try (ChildJvm writer = writer(0)) {
            while (samples.isEmpty() || last().written() < count) {
                sample(writer.hear(Said.class, SAID_SECONDS), Optional.empty());
                run.progress().at(last().written(), count);
            }
            writer.await(SAID_SECONDS);
        }
        final double writing = last().seconds();
        run.progress().stage(String.format("backlog of %,d: draining", count));
        final long start = System.nanoTime();
        try (QueuePair pair = QueuePair.open(queues, QueueOptions.DEFAULTS);
                ResultReader results = pair.resultsFromStart();
                HostedGateways gateway = gateway()) {
            for (final long left : BacklogMarks.shrinking(count)) {
                while (count - answered > left) {
                    read(results, count - left, gateway);
                }
                sampleDrained(writing, start, gateway);
            }
        }
        return samples;
    }

    /** Has it written at a fixed rate, while the gateway drains it, and waits until nothing is left. */
    List<BacklogSample> atRate(int perSecond) throws IOException, InterruptedException {
        run.progress().stage(String.format("%,d a second: writing and draining", perSecond));
        try (QueuePair pair = QueuePair.open(queues, QueueOptions.DEFAULTS);
                ResultReader results = pair.resultsFromStart();
                HostedGateways gateway = gateway();
                ChildJvm writer = writer(perSecond)) {
            while (samples.isEmpty() || last().written() < count) {
                final Optional<Said> said = writer.listen(Said.class, 0);
                if (said.isPresent()) {
                    sample(said.get(), Optional.of(gateway));
                    run.progress().at(answered, count);
                } else {
                    read(results, count, gateway);
                }
            }
            writer.await(SAID_SECONDS);
            final long drained = System.nanoTime();
            final double writing = last().seconds();
            while (last().backlog() > 0) {
                final long until = System.nanoTime() + LOOK_NANOS;
                while (System.nanoTime() - until < 0 && answered < count) {
                    read(results, count, gateway);
                }
                sampleDrained(writing, drained, gateway);
            }
        }
        return samples;
    }

    private BacklogSample last() {
        return samples.get(samples.size() - 1);
    }

    private void sample(Said said, Optional<HostedGateways> gateway) throws IOException, InterruptedException {
        samples.add(new BacklogSample(
                said.nanos() / 1e9,
                said.written(),
                Math.min(said.written(), answered),
                Optional.of(said.memory()),
                gateway.isPresent() ? Optional.of(gateway.get().memory()) : Optional.empty(),
                BacklogSample.fileBytes(queues)));
    }

    private void sampleDrained(double secondsBefore, long since, HostedGateways gateway)
            throws IOException, InterruptedException {
        samples.add(new BacklogSample(
                secondsBefore + (System.nanoTime() - since) / 1e9,
                count,
                answered,
                Optional.empty(),
                Optional.of(gateway.memory()),
                BacklogSample.fileBytes(queues)));
        run.progress().at(answered, count);
    }

    private void read(ResultReader results, long most, HostedGateways gateway) {
        if (results.poll(this, (int) Math.min(chunk, most - answered)) == 0) {
            gateway.checkAlive();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Results must come in order, each of an update of one row. */
    @Override
    public void updated(RequestRef request, long changed) {
        answered++;
        if (request.sequence() != answered || changed != 1) {
            throw new IllegalStateException(
                    "The result of request " + request + " came as number " + answered + ", with " + changed + " rows");
        }
    }

    private ChildJvm writer(int perSecond) throws IOException {
        return ChildJvm.start(
                "writer",
                directory,
                List.of("-Xmx" + heap),
                "",
                BacklogWriter.class,
                queues,
                count,
                run.seed(),
                perSecond);
    }

    private HostedGateways gateway() throws IOException, InterruptedException {
        final HostedGateways gateway = HostedGateways.start(directory, database.password(), "-Xmx" + heap);
        gateway.serve(directory, Makers.configuration(database, chunk, Set.of(Change.UPDATE)));
        return gateway;
    }
}
