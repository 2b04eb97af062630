package dev.sluice.perf.burst;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.ResultReader;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Memory;
import dev.sluice.perf.lab.Progress;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.Change;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One backlog, from the first request to the last result: the job and the gateway are JVMs of their own with small heaps,
 * and are looked at on the way. One thread.
 *
 * @param directory for the queues and logs; it exists
 * @param database with the table that is asked
 * @param count how many updates
 * @param chunk most requests in a chunk and updates in a transaction
 * @param heap of both JVMs, as {@code -Xmx} takes it
 */
record BacklogPass(Path directory, Database database, long count, int chunk, String heap) {

    private static final long SAID_SECONDS = 60;
    private static final long PAUSE_NANOS = 500_000;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Has all of it written, and drained when the job has ended. */
    List<BacklogSample> writtenThenDrained(Run run) throws IOException, InterruptedException {
        final List<BacklogSample> samples = new ArrayList<>();
        write(run, samples);
        final double writing = samples.get(samples.size() - 1).seconds();
        run.progress().stage(String.format("backlog of %,d: draining", count));
        final long start = System.nanoTime();
        try (QueuePair queues = QueuePair.open(queues(), QueueOptions.DEFAULTS);
                ResultReader results = queues.resultsFromStart();
                HostedGateways gateway = gateway()) {
            final InOrder answers = new InOrder();
            for (final long left : new BacklogMarks(count).shrinking(count)) {
                while (count - answers.answered() > left) {
                    read(results, answers, count - left, gateway);
                }
                samples.add(drained(writing, start, answers, gateway));
                run.progress().at(answers.answered(), count);
            }
        }
        return samples;
    }

    private BacklogSample drained(double secondsBefore, long since, InOrder answers, HostedGateways gateway)
            throws IOException, InterruptedException {
        return new BacklogSample(
                secondsBefore + (System.nanoTime() - since) / 1e9,
                count,
                answers.answered(),
                OptionalLong.empty(),
                Optional.of(look(gateway)),
                Memory.fileBytes(queues()));
    }

    private void write(Run run, List<BacklogSample> samples) throws IOException, InterruptedException {
        run.progress().stage(String.format("backlog of %,d: writing", count));
        try (ChildJvm writer = writer(run.seed(), 0)) {
            while (samples.isEmpty() || samples.get(samples.size() - 1).written() < count) {
                final Said said = Said.of(writer.hear(SAID_SECONDS));
                samples.add(said.sample(0, Optional.empty(), Memory.fileBytes(queues())));
                run.progress().at(said.written, count);
            }
            writer.await(SAID_SECONDS);
        }
    }

    /** Has it written at a fixed rate, while the gateway drains it, and waits until nothing is left. */
    List<BacklogSample> atRate(Run run, int perSecond) throws IOException, InterruptedException {
        final List<BacklogSample> samples = new ArrayList<>();
        run.progress().stage(String.format("%,d a second: writing and draining", perSecond));
        try (QueuePair queues = QueuePair.open(queues(), QueueOptions.DEFAULTS);
                ResultReader results = queues.resultsFromStart();
                HostedGateways gateway = gateway();
                ChildJvm writer = writer(run.seed(), perSecond)) {
            final InOrder answers = new InOrder();
            BacklogSample last = whileWritten(writer, gateway, results, answers, samples, run.progress());
            writer.await(SAID_SECONDS);
            final long drained = System.nanoTime();
            final double seconds = last.seconds();
            while (last.backlog() > 0) {
                final long until = System.nanoTime() + LOOK_NANOS;
                while (System.nanoTime() - until < 0 && answers.answered() < count) {
                    read(results, answers, count, gateway);
                }
                last = drained(seconds, drained, answers, gateway);
                samples.add(last);
                run.progress().at(answers.answered(), count);
            }
        }
        return samples;
    }

    private BacklogSample whileWritten(
            ChildJvm writer,
            HostedGateways gateway,
            ResultReader results,
            InOrder answers,
            List<BacklogSample> samples,
            Progress progress)
            throws IOException, InterruptedException {
        while (true) {
            final String line = writer.listen(0);
            if (line.isEmpty()) {
                read(results, answers, count, gateway);
                writer.checkNotFailed();
                continue;
            }
            final Said said = Said.of(line);
            final BacklogSample sample =
                    said.sample(answers.answered(), Optional.of(look(gateway)), Memory.fileBytes(queues()));
            samples.add(sample);
            progress.at(answers.answered(), count);
            if (said.done) {
                return sample;
            }
        }
    }

    private void read(ResultReader results, InOrder answers, long most, HostedGateways gateway) {
        if (results.poll(answers, (int) Math.min(chunk, most - answers.answered())) == 0) {
            gateway.checkAlive();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static BacklogSample.Gateway look(HostedGateways gateway) throws IOException, InterruptedException {
        final long[] memory = gateway.memory();
        return new BacklogSample.Gateway(memory[0], memory[1]);
    }

    private ChildJvm writer(long seed, int perSecond) throws IOException {
        return ChildJvm.start(
                "writer",
                directory,
                List.of("-Xmx" + heap),
                "",
                BacklogWriter.class,
                queues().toString(),
                String.valueOf(count),
                String.valueOf(seed),
                String.valueOf(perSecond));
    }

    private HostedGateways gateway() throws IOException, InterruptedException {
        final HostedGateways gateway = HostedGateways.start(directory, database.password(), "-Xmx" + heap);
        gateway.serve(directory, Variants.configuration(queues(), database, chunk, Set.of(Change.UPDATE)));
        return gateway;
    }

    private Path queues() {
        return directory.resolve("queues");
    }

    /** A line of the writer. */
    private record Said(boolean done, long written, double seconds, long heap) {

        static Said of(String line) {
            final String[] words = line.split(" ");
            return new Said(
                    words[0].equals("done"),
                    Long.parseLong(words[1]),
                    Long.parseLong(words[2]) / 1e9,
                    Long.parseLong(words[3]));
        }

        BacklogSample sample(long answered, Optional<BacklogSample.Gateway> gateway, long fileBytes) {
            return new BacklogSample(
                    seconds, written, Math.min(written, answered), OptionalLong.of(heap), gateway, fileBytes);
        }
    }
}
