package dev.sluice.perf.letters;

import dev.sluice.perf.baseline.ChunkedRestByCoroutines;
import dev.sluice.perf.baseline.ChunksByHand;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.baseline.LettersByDataLoader;
import dev.sluice.perf.baseline.LookupsEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.baseline.WholeJoin;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.letters.LettersSweep.Point;
import dev.sluice.perf.load.LettersVariant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.net.URI;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Measures letters on the loopback at each chunk size. The variants are the six configurations of a published comparison (the
 * reports call it the document), the gateway on SQL and on REST, and other implementations that one might write instead.
 */
final class LettersByChunk {

    private static final String REST = "individual REST";
    private static final String COROUTINES = "REST chunks, coroutines";
    private static final String GATEWAY_REST = "gateway on REST";
    private static final String LOADER = "java-dataloader on SQL";
    private static final int TARGET_CHUNK = 100;

    /**
     * The document's figures by chunk size: the mean seconds for 100,000 letters, taken as the middle of the document's 99 %
     * confidence interval. They were measured on a Raspberry Pi 4 with PostgreSQL 11 in a container, on an external disk, with
     * empty caches before each run.
     */
    private static final Map<Integer, Double> DOCUMENT_CHUNKS = Map.of(10, 135.0, 20, 80.7, 50, 48.9, 100, 36.6);

    private static final double DOCUMENT_SQL = 44.4;
    private static final double DOCUMENT_REST = 921;
    private static final int DOCUMENT_CONTRACTS = 100_000;

    private final Database database;
    private final LettersSweep sweep;
    private final List<Integer> chunks;
    private final int contracts;
    private final Map<String, Double> document =
            new HashMap<>(Map.of(LettersSweep.SQL, DOCUMENT_SQL, REST, DOCUMENT_REST));

    LettersByChunk(Run run, LettersSystem system, LettersSweep sweep) throws Exception {
        this.database = system.database();
        this.sweep = sweep;
        this.chunks = run.of(LettersSizes.CHUNKS);
        this.contracts = run.of(LettersSizes.CONTRACTS);
        final int singles = LettersSizes.contracts(run, LettersSizes.SINGLES);
        final int direct = LettersSizes.contracts(run, LettersSizes.DIRECT);
        final int calls = run.of(LettersSizes.CALLS_IN_FLIGHT);
        final int threads = run.of(LettersSizes.THREADS);
        final URI customers = system.customers();
        final URI addresses = system.addresses();
        singly(LettersSweep.SQL, direct, () -> new JoinedSelectEach(database));
        singly(REST, singles, () -> LookupsEach.gets(customers, addresses));
        for (final int chunk : chunks) {
            if (chunk <= Collections.max(DOCUMENT_CHUNKS.keySet())) { // the document has no larger chunks
                chunked(COROUTINES, chunk, () -> new ChunkedRestByCoroutines(customers, addresses, chunk, calls));
                document.put(LettersSweep.named(COROUTINES, chunk), DOCUMENT_CHUNKS.getOrDefault(chunk, Double.NaN));
            }
        }
        for (final int chunk : chunks) {
            chunked(LettersSweep.GATEWAY, chunk, system.onSql(database, chunk)::pipeline);
        }
        for (final int chunk : chunks) {
            chunked(GATEWAY_REST, chunk, system.onRest(chunk)::pipeline);
        }
        chunks.forEach(chunk -> chunked(LettersSweep.BY_HAND, chunk, () -> new ChunksByHand(database, chunk)));
        chunks.forEach(chunk -> chunked(LOADER, chunk, () -> new LettersByDataLoader(database, chunk)));
        singly(LettersSweep.pool(threads), direct, () -> new SelectsOnPool(database, threads));
        singly("two SELECTs each", singles, () -> LookupsEach.selects(database));
        singly("no lookups: one join", contracts, () -> new WholeJoin(database));
    }

    private void singly(String name, int count, Callable<? extends LettersVariant> opening) {
        final List<Double> ends = List.of((double) Collections.min(chunks), (double) Collections.max(chunks));
        sweep.add(new Point(name, name, ends, opening, database, count, LettersSweep.SINGLES_BEFORE));
    }

    private void chunked(String way, int chunk, Callable<? extends LettersVariant> opening) {
        final int before = LettersSweep.CALLS_BEFORE * chunk;
        sweep.add(new Point(
                LettersSweep.named(way, chunk), way, List.of((double) chunk), opening, database, contracts, before));
    }

    void measure(int warmUps, Findings findings) throws Exception {
        final Measurements measured = sweep.measure(
                warmUps, findings, "letters-chunk", "Letters on the loopback, by chunk", "keys in a call, at most");
        final Measurement sql = measured.get(LettersSweep.SQL);
        findings.table(
                "Letters on the loopback",
                measured.all(),
                new Columns<Measurement>()
                        .with("configuration", Measurement::name)
                        .with(LettersSweep.UNIT, one -> one)
                        .with("seconds for 100,000", one -> one.median() * DOCUMENT_CONTRACTS / 1e6)
                        .with(
                                "times as fast as " + LettersSweep.SQL,
                                one -> findings.add(
                                        sql.over(one, one.name() + ", times as fast as " + LettersSweep.SQL)))
                        .with("document: seconds", one -> document.getOrDefault(one.name(), Double.NaN))
                        .with(
                                "document: times as fast",
                                one -> DOCUMENT_SQL / document.getOrDefault(one.name(), Double.NaN)));
        if (chunks.contains(TARGET_CHUNK)) {
            targets(measured, findings);
        }
    }

    private static void targets(Measurements measured, Findings findings) {
        final Measurement direct = measured.get(LettersSweep.SQL);
        final Measurement sql = measured.get(LettersSweep.named(LettersSweep.GATEWAY, TARGET_CHUNK));
        final Measurement rest = measured.get(LettersSweep.named(GATEWAY_REST, TARGET_CHUNK));
        final Measurement byHand = measured.get(LettersSweep.named(LettersSweep.BY_HAND, TARGET_CHUNK));
        findings.targets("Targets on the loopback")
                .target(
                        findings.add(
                                direct.over(sql, "gateway on SQL, chunk 100, times as fast as direct SQL, loopback")),
                        "at least 4")
                .target(
                        findings.add(sql.over(
                                byHand, "gateway on SQL, chunk 100, time to that of chunks by hand, loopback")),
                        "at most 1.5")
                .target(
                        findings.add(direct.over(rest, "gateway on REST, chunk 100, times as fast as direct SQL")),
                        "at least 2")
                .target(
                        findings.add(measured.get(REST)
                                .over(rest, "gateway on REST, chunk 100, times as fast as individual REST")),
                        "at least 60");
    }
}
