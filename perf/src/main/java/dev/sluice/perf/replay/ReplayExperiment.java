package dev.sluice.perf.replay;

import dev.sluice.client.GatewayClient;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.run.ThreadUse;
import dev.sluice.perf.system.InstantLoop;
import dev.sluice.queue.QueueOptions;
import dev.sluice.queue.QueuePair;
import dev.sluice.replay.Main;
import dev.sluice.replay.exchange.Exchange;
import dev.sluice.replay.exchange.Exchanges;
import dev.sluice.replay.exchange.Stats;
import dev.sluice.replay.prove.Totals;
import dev.sluice.replay.prove.Verifier;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * How fast the replay tool reads queues from end to end, beside bare tailers that only copy each document's bytes: no
 * reader of both queues can be faster. And how long its commands take that search, whatever the queues' length.
 */
public final class ReplayExperiment implements Experiment {

    private static final String BARE = "bare tailers over both queues";
    private static final String VERIFY = "verify";
    private static final String STATS = "cat --stats";
    private static final String UNIT = "ns";
    private static final String MILLIS = "ms";
    private static final String EXPORT = "export, packed and checksummed";
    private static final int CHUNK = 100;
    private static final int KEYS = 10_000;
    private static final int WARM_UPS = 3;
    private static final double NANOS = 1e9;

    private final int pairs;

    public ReplayExperiment(int pairs) {
        if (pairs < 1) {
            throw new IllegalArgumentException(pairs + " pairs are too few: 1 is the least");
        }
        this.pairs = pairs;
    }

    @Override
    public String name() {
        return "replay";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("replay");
        try {
            final Path queues = directory.resolve("queues");
            run.progress().stage("replay: writing and answering");
            make(queues);
            final Map<String, Long> bytes = new LinkedHashMap<>();
            final Map<String, Run.Variant> variants = new LinkedHashMap<>();
            variants.put(BARE, () -> each(BARE, bytes, () -> bare(queues)));
            variants.put(VERIFY, () -> each(VERIFY, bytes, () -> verify(queues)));
            variants.put(STATS, () -> each(STATS, bytes, () -> stats(queues)));
            variants.put(EXPORT, () -> each(EXPORT, bytes, () -> export(queues, directory.resolve("all.sluice.gz"))));
            final Measurements measurements = run.inTurns(UNIT, 1, variants);
            final Measurements searches = run.inTurns(MILLIS, WARM_UPS, searches(queues));
            return new Report(
                    name(),
                    "the replay tool's reading of both queues, on one thread",
                    conditions(run),
                    List.of(table(measurements, bytes), table(searches)),
                    Stream.concat(measurements.all().stream(), searches.all().stream())
                            .toList());
        } finally {
            Run.delete(directory);
        }
    }

    private Map<String, String> conditions(Run run) {
        final Map<String, String> conditions = run.conditions();
        conditions.put(
                "sizes",
                String.format(
                        "%,d lookups of one long each and as many results of two texts; the files are in the page cache",
                        pairs));
        return conditions;
    }

    private static Table table(Measurements measurements, Map<String, Long> bytes) {
        final List<List<String>> rows = new ArrayList<>();
        for (final Measurement one : measurements.all()) {
            rows.add(List.of(
                    one.name(),
                    one.shown(),
                    String.format("%,.0f", NANOS / one.median()),
                    one.over(measurements.get(BARE), one.name()).shown(),
                    String.valueOf(bytes.get(one.name())),
                    List.of(VERIFY, STATS).contains(one.name()) ? "700,000" : ""));
        }
        return new Table(
                "Per request and its result",
                List.of("what", "ns, median (least-most)", "pairs/s", "to bare", "bytes allocated", "target, pairs/s"),
                rows);
    }

    private static Table table(Measurements searches) {
        return new Table(
                "Commands that search, from the command line's words to the last line printed, the JVM running",
                List.of("command", "ms, median (least-most)"),
                searches.all().stream()
                        .map(one -> List.of(one.name(), one.shown()))
                        .toList());
    }

    /** The time is that of the request in the middle. */
    private Map<String, Run.Variant> searches(Path queues) {
        final String middle;
        try (QueuePair pair = QueuePair.open(queues, QueueOptions.DEFAULTS);
                Exchanges exchanges =
                        Exchanges.open(pair, OptionalLong.of(pair.lastRequest().orElseThrow() - pairs / 2))) {
            final long nanos = exchanges.next().orElseThrow().writtenNanos();
            middle = Instant.ofEpochSecond(0, nanos).toString();
        }
        final Map<String, Run.Variant> variants = new LinkedHashMap<>();
        for (final String command :
                List.of("status", "show " + middle, "cat both --from " + middle + " --limit 1", "cat both --last 1")) {
            variants.put(command.replace(middle, "TIME"), () -> {
                final long start = System.nanoTime();
                command(queues, command.split(" "));
                return (System.nanoTime() - start) / 1e6;
            });
        }
        return variants;
    }

    private static void command(Path queues, String... words) {
        final List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--queues", queues.toString()));
        final StringWriter printed = new StringWriter();
        final PrintWriter out = new PrintWriter(printed);
        final int code = Main.commandLine().setOut(out).setErr(out).execute(all.toArray(String[]::new));
        if (code > 1 || printed.toString().isEmpty()) {
            throw new IllegalStateException(all + ": exit code " + code + ": " + printed);
        }
    }

    private long export(Path queues, Path file) {
        command(queues, "export", "--force", "--out", file.toString());
        return pairs;
    }

    private void make(Path directory) {
        try (GatewayClient client = GatewayClient.open(directory);
                QueuePair queues = QueuePair.open(directory, QueueOptions.DEFAULTS);
                InstantLoop loop = new InstantLoop(queues, CHUNK)) {
            for (int i = 0; i < pairs; i++) {
                client.requests().lookup("customer", (long) (i % KEYS));
            }
            loop.answer(pairs);
        }
    }

    /** Nanoseconds a pair; every variant must have read all. */
    private double each(String name, Map<String, Long> bytes, LongSupplier variant) {
        final long bytesBefore = ThreadUse.bytes();
        final long start = System.nanoTime();
        final long read = variant.getAsLong();
        final double nanos = (System.nanoTime() - start) / (double) pairs;
        bytes.put(name, (ThreadUse.bytes() - bytesBefore) / pairs);
        if (read != pairs) {
            throw new IllegalStateException(name + " read " + read + " of " + pairs + " pairs");
        }
        return nanos;
    }

    private static long verify(Path directory) {
        try (QueuePair queues = QueuePair.open(directory, QueueOptions.DEFAULTS);
                Verifier verifier = new Verifier(queues, violation -> {}, 1)) {
            final Totals totals = verifier.run(read -> {});
            if (totals.violations() > 0) {
                throw new IllegalStateException(totals.toString());
            }
            return totals.results();
        }
    }

    private static long stats(Path directory) {
        try (QueuePair queues = QueuePair.open(directory, QueueOptions.DEFAULTS);
                Exchanges exchanges = Exchanges.open(queues, OptionalLong.empty())) {
            final Stats stats = new Stats();
            long read = 0;
            for (Optional<Exchange> next = exchanges.next(); next.isPresent(); next = exchanges.next()) {
                stats.add(next.get());
                read++;
            }
            return read;
        }
    }

    private static long bare(Path directory) {
        final long requests = bareQueue(directory.resolve("in"));
        final long results = bareQueue(directory.resolve("out"));
        return requests == results ? results : -1;
    }

    private static long bareQueue(Path directory) {
        long read = 0;
        final Bytes<byte[]> copy = Bytes.allocateElasticOnHeap();
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.binary(directory)
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
        return read;
    }
}
