package dev.sluice.perf.micro;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.perf.lab.InstantLoop;
import dev.sluice.perf.load.ExpectedResults;
import dev.sluice.replay.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Requests that have their results: what a job does with those, and the replay tool with pairs and by search. */
public class AnsweredBenchmark extends QueueBenchmark {

    /** When the request in the middle was written, about. */
    private Instant middle;

    @Override
    void prepare() {
        final Instant before = Instant.now();
        write();
        middle = before.plusNanos(before.until(Instant.now(), ChronoUnit.NANOS) / 2);
        opened(new InstantLoop(queues(), CHUNK)).answer(REQUESTS);
    }

    /** As a job reads. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long readResult() {
        final ReadRows read = new ReadRows();
        client().awaitAll(read);
        return read.values;
    }

    /** Bare tailers over both queues, which only copy the bytes: nothing that reads both can be faster. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long bareTailersPair() {
        return bare("in") + bare("out");
    }

    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public int replayVerifyPair() {
        return command("verify");
    }

    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public int replayCatStatsPair() {
        return command("cat", "both", "--stats");
    }

    @Benchmark
    public int status() {
        return command("status");
    }

    @Benchmark
    public int show() {
        return command("show", middle.toString());
    }

    @Benchmark
    public int catFrom() {
        return command("cat", "both", "--from", middle.toString(), "--limit", "1");
    }

    private int command(String... words) {
        final List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--queues", path().resolve("queues").toString()));
        final StringWriter printed = new StringWriter();
        final PrintWriter out = new PrintWriter(printed);
        final int code = Main.commandLine().setOut(out).setErr(out).execute(all.toArray(String[]::new));
        if (code > 1 || printed.toString().isEmpty()) {
            throw new IllegalStateException(all + ": exit code " + code + ": " + printed);
        }
        return code;
    }

    private long bare(String name) {
        long read = 0;
        final Bytes<byte[]> copy = Bytes.allocateElasticOnHeap();
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.binary(
                                path().resolve("queues").resolve(name))
                        .readOnly(true)
                        .build();
                ExcerptTailer tailer = queue.createTailer()) {
            boolean more = true;
            while (more) {
                try (DocumentContext document = tailer.readingDocument()) {
                    more = document.isPresent();
                    if (more) {
                        copy.clear().write(document.wire().bytes());
                        read++;
                    }
                }
            }
        }
        if (read < REQUESTS) {
            throw new IllegalStateException(read + " documents are in the queue '" + name + "'");
        }
        return read;
    }

    /** Reads all values of all rows. */
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
