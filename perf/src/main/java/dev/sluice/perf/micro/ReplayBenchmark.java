package dev.sluice.perf.micro;

import dev.sluice.replay.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Measures commands of the replay tool. Some of them read all requests and results, and others search for a position. */
public class ReplayBenchmark extends Queues.Answered {

    /**
     * Reads both queues with Chronicle's tailers, and only copies the bytes. A command that reads both queues cannot be faster.
     */
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
        all.addAll(List.of("--queues", path.toString()));
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
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.binary(path.resolve(name))
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
            throw new IllegalStateException("Only " + read + " documents are in the queue '" + name + "'");
        }
        return read;
    }
}
