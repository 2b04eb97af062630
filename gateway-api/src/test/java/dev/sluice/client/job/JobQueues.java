package dev.sluice.client.job;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job.JobBody;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.TestQueues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A queue pair, the job {@code letters} over it, and the file that it writes. */
final class JobQueues implements AutoCloseable {

    static final QueueOptions OPTIONS = TestQueues.SMALL;

    private final Path directory;
    private final QueuePair queues;

    JobQueues(Path directory) {
        this.directory = directory;
        this.queues = QueuePair.open(directory.resolve("queues"), OPTIONS);
    }

    QueuePair queues() {
        return queues;
    }

    Path file() {
        return directory.resolve("letters.txt");
    }

    GatewayClient client() {
        return GatewayClient.builder(queues.path()).options(OPTIONS).open();
    }

    /** Items 1 to n. */
    static List<Long> items(long n) {
        return LongStream.rangeClosed(1, n).boxed().toList();
    }

    /** Asks twice, updates, and gives a line of what was found. */
    static String letter(long item, JobItem gateway) {
        final long first =
                gateway.lookup("customer", 10 * item).join().orElseThrow().getLong("key");
        final long second =
                gateway.lookup("address", first + 1).join().orElseThrow().getLong("key");
        gateway.update("last-letter", item);
        return item + " " + first + " " + second;
    }

    static String expected(long items) {
        return items(items).stream()
                .map(item -> item + " " + 10 * item + " " + (10 * item + 1) + "\n")
                .collect(Collectors.joining());
    }

    /** The letters of these items in the file, with the settings of the job. */
    JobReport run(JobOptions options, long items) {
        return run(options, items, JobQueues::letter);
    }

    JobReport run(JobOptions options, long items, JobBody<Long, String> body) {
        try (GatewayClient client = client();
                Job job = client.job("letters", "today", options)) {
            return job.run(items(items), item -> "k" + item, body, FileSink.lines(file()));
        }
    }

    String written() {
        try {
            return Files.readString(file());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is on the input, a line for each request. */
    List<String> requests() {
        return TestQueues.requests(queues);
    }

    @Override
    public void close() {
        queues.close();
    }
}
