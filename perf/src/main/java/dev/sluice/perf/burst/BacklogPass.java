package dev.sluice.perf.burst;

import dev.sluice.api.Requests;
import dev.sluice.client.AllResults;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Pace;
import dev.sluice.perf.lab.ProcessUse.Memory;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.load.ChangeStream;
import dev.sluice.perf.load.ChangeStream.Changes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes and drains one backlog, from the first request to the last result. The job and the gateway run in separate JVMs with
 * small heaps. Meanwhile this class samples their progress and memory. Not thread-safe.
 */
final class BacklogPass {

    /** The maximum number of requests in a chunk, and of updates in a transaction. */
    static final int CHUNK = 1_000;

    /** The heap size of the job's JVM and of the gateway's JVM. */
    static final String HEAP = "-Xmx256m";

    private static final long SAID_SECONDS = 60;
    private static final long PAUSE_NANOS = 500_000;

    private final Run run;
    private final Path directory;
    private final Path queues;
    private final Database database;
    private final long count;
    private final List<BacklogSample> samples = new ArrayList<>();
    private final UpdatesInOrder results = new UpdatesInOrder();

    /**
     * @param directory an existing directory for the queues and logs
     * @param database the database with the table to update
     * @param count the number of updates
     */
    BacklogPass(Run run, Path directory, Database database, long count) {
        this.run = run;
        this.directory = directory;
        this.queues = directory.resolve("queues");
        this.database = database;
        this.count = count;
    }

    /**
     * Writes and drains the whole backlog.
     *
     * @param perSecond the number of requests per second that the job writes while a gateway drains the backlog; if it is 0, the
     *     job writes as fast as it can, and the gateway starts only afterwards
     */
    List<BacklogSample> measure(int perSecond) throws IOException, InterruptedException {
        try (GatewayClient client = GatewayClient.open(queues);
                AllResults all = client.results();
                Opened opened = new Opened()) {
            Optional<HostedGateways> gateway = Optional.empty();
            if (perSecond > 0) {
                gateway = Optional.of(opened.add(gateway()));
            }
            run.progress().stage(String.format("backlog of %,d: writing", count));
            try (ChildJvm writer = ChildJvm.start(
                    "writer", directory, List.of(HEAP), Writer.class, queues, count, run.seed(), perSecond)) {
                written(writer, all, gateway);
                writer.process().expectEnd(0);
            }
            final double written = BacklogSample.last(samples).seconds();
            run.progress().stage(String.format("backlog of %,d: draining", count));
            final long start = System.nanoTime();
            drained(all, gateway.isPresent() ? gateway.get() : opened.add(gateway()), written, start);
        }
        return samples;
    }

    private HostedGateways gateway() throws IOException, InterruptedException {
        final HostedGateways gateway = HostedGateways.start(directory, HEAP);
        gateway.serve(directory, Makers.configuration(database, CHUNK, Change.UPDATE));
        return gateway;
    }

    /** Takes samples until the job has written all requests, and meanwhile reads results if a gateway is running. */
    private void written(ChildJvm writer, AllResults all, Optional<HostedGateways> gateway)
            throws IOException, InterruptedException {
        while (samples.isEmpty() || BacklogSample.last(samples).written() < count) {
            if (gateway.isEmpty()) {
                sample(writer.hear(Writer.Said.class, SAID_SECONDS), gateway);
                continue;
            }
            final Optional<Writer.Said> said = writer.listen(Writer.Said.class, 0);
            if (said.isPresent()) {
                sample(said.get(), gateway);
            } else {
                read(all, CHUNK, gateway.get());
            }
        }
    }

    private void sample(Writer.Said said, Optional<HostedGateways> gateway) throws IOException, InterruptedException {
        final Optional<Memory> memory =
                gateway.isPresent() ? Optional.of(gateway.get().memory()) : Optional.empty();
        samples.add(new BacklogSample(
                said.nanos() / 1e9,
                said.written(),
                Math.min(said.written(), results.answered()),
                BacklogSample.megabytes(Optional.of(said.memory()), memory, queues)));
        run.progress().at(said.written(), count);
    }

    /** Reads the remaining results, and takes samples meanwhile. */
    private void drained(AllResults all, HostedGateways gateway, double written, long start)
            throws IOException, InterruptedException {
        while (BacklogSample.last(samples).backlog() > 0) {
            final long due = BacklogSample.next(results.answered(), count);
            while (results.answered() < due) {
                read(all, due - results.answered(), gateway);
            }
            samples.add(new BacklogSample(
                    written + (System.nanoTime() - start) / 1e9,
                    count,
                    results.answered(),
                    BacklogSample.megabytes(Optional.empty(), Optional.of(gateway.memory()), queues)));
            run.progress().at(results.answered(), count);
        }
    }

    private void read(AllResults all, long most, HostedGateways gateway) {
        if (all.poll(results, (int) Math.min(CHUNK, most)) == 0) {
            gateway.jvm().checkAlive();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** A job in its own JVM that writes a backlog, as fast as it can or at a fixed rate, and reports its progress. */
    static final class Writer {

        private static final long LONGEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
        /** The number of updates that are generated at a time. All updates together would not fit into the small heap. */
        private static final int PIECE = 10_000;

        private Writer() {}

        /**
         * The progress of the job.
         *
         * @param written the number of requests written
         * @param nanos the nanoseconds since the job began. If the job writes as fast as it can, the time of the garbage
         *     collections that are made for these reports is excluded. At a fixed rate this time is included, because the job
         *     catches up afterwards.
         */
        record Said(long written, long nanos, Memory memory) {}

        /** Arguments: the queues, the number of updates, the seed, and the updates per second, or 0 for as fast as possible. */
        public static void main(String[] args) throws IOException {
            final long count = Long.parseLong(args[1]);
            final ChangeStream stream = new ChangeStream(Change.UPDATE, Long.parseLong(args[2]));
            final int perSecond = Integer.parseInt(args[3]);
            try (GatewayClient client = GatewayClient.open(Path.of(args[0]))) {
                final Requests requests = client.requests();
                long due = BacklogSample.next(0, count);
                long start = System.nanoTime();
                final Pace pace = new Pace(Math.max(1, perSecond), start);
                Changes piece = stream.next(PIECE);
                for (long number = 0; number < count; number++) {
                    while (perSecond > 0 && !pace.isDue(number)) {
                        pace.rest(number, LONGEST_REST_NANOS);
                    }
                    final int next = (int) (number % PIECE);
                    if (next == 0 && number > 0) {
                        piece = stream.next(PIECE);
                    }
                    requests.executeUpdate(Change.UPDATE.statement(), piece.first()[next], piece.second()[next]);
                    if (number + 1 == due) {
                        due = BacklogSample.next(due, count);
                        final long before = System.nanoTime();
                        ChildJvm.say(new Said(number + 1, before - start, Memory.now()));
                        start += perSecond > 0 ? 0 : System.nanoTime() - before;
                    }
                }
            }
        }
    }
}
