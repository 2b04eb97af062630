package dev.sluice.perf.letters;

import dev.sluice.perf.baseline.ChunkedRestByCoroutines;
import dev.sluice.perf.baseline.ChunksByHand;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.baseline.LettersByDataLoader;
import dev.sluice.perf.baseline.LookupsEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.baseline.WholeJoin;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.LettersWay;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.net.URI;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * The document's six configurations on the loopback, the gateway on SQL and on REST, and whatever else one might write
 * instead, at each chunk size.
 */
final class LettersByChunk {

    private static final String REST = "individual REST";
    private static final String COROUTINES = "REST chunks, coroutines";
    private static final String GATEWAY_REST = "gateway on REST";
    private static final String LOADER = "java-dataloader on SQL";
    private static final int TARGET_CHUNK = 100;

    /**
     * The document's figures: mean seconds for 100,000 letters, the middle of each of its 99 % confidence intervals. A
     * Raspberry Pi 4 with PostgreSQL 11 in a container, on an external disk, and caches emptied before each run.
     */
    private static final Map<Integer, Double> DOCUMENT = Map.of(10, 135.0, 20, 80.7, 50, 48.9, 100, 36.6);

    private static final double DOCUMENT_SQL = 44.4;
    private static final double DOCUMENT_REST = 921;
    private static final int DOCUMENT_CONTRACTS = 100_000;

    private final LettersSystem system;
    private final LettersSweep sweep;
    private final List<Integer> chunks;
    private final int contracts;
    private final Map<String, Double> document = new HashMap<>(Map.of(Ways.SQL, DOCUMENT_SQL, REST, DOCUMENT_REST));

    LettersByChunk(Run run, LettersSystem system, LettersSweep sweep) {
        this.system = system;
        this.sweep = sweep;
        this.chunks = run.of(LettersSizes.CHUNKS);
        this.contracts = run.of(LettersSizes.CONTRACTS);
        final int singles = LettersSizes.contracts(run, LettersSizes.SINGLES);
        final int direct = LettersSizes.contracts(run, LettersSizes.DIRECT);
        final int calls = run.of(LettersSizes.CALLS_IN_FLIGHT);
        final int ahead = run.of(LettersSizes.AHEAD);
        final URI customers = system.customers();
        final URI addresses = system.addresses();
        singly(Ways.SQL, () -> new JoinedSelectEach(system.database()), direct);
        singly(REST, () -> LookupsEach.gets(customers, addresses), singles);
        for (final int chunk : chunks) {
            if (chunk <= Collections.max(DOCUMENT.keySet())) { // beyond that the document measured nothing
                chunked(COROUTINES, chunk, () -> new ChunkedRestByCoroutines(customers, addresses, chunk, calls));
                Optional.ofNullable(DOCUMENT.get(chunk))
                        .ifPresent(seconds -> document.put(Ways.named(COROUTINES, chunk), seconds));
            }
        }
        for (final int chunk : chunks) {
            final LettersGateway gateway = system.gateway(chunk, calls).asking(system.database());
            chunked(Ways.GATEWAY, chunk, () -> gateway.pipeline(ahead));
        }
        for (final int chunk : chunks) {
            final LettersGateway gateway = system.gateway(chunk, calls).asking(customers, addresses);
            chunked(GATEWAY_REST, chunk, () -> gateway.pipeline(ahead));
        }
        chunks.forEach(chunk -> chunked(Ways.BY_HAND, chunk, () -> new ChunksByHand(system.database(), chunk)));
        chunks.forEach(chunk -> chunked(LOADER, chunk, () -> new LettersByDataLoader(system.database(), chunk)));
        for (final int threads : run.of(LettersSizes.POOLS)) {
            singly(Ways.pool(threads), () -> new SelectsOnPool(system.database(), threads), direct);
        }
        singly("two SELECTs each", () -> LookupsEach.selects(system.database()), singles);
        singly("no lookups: one join", () -> new WholeJoin(system.database()), contracts);
    }

    private void singly(String name, Callable<? extends LettersWay> opening, int count) {
        final List<Double> ends = List.of((double) Collections.min(chunks), (double) Collections.max(chunks));
        sweep.singly(name, name, ends, opening, system.database(), count);
    }

    private void chunked(String way, int chunk, Callable<? extends LettersWay> opening) {
        sweep.chunked(Ways.named(way, chunk), way, chunk, chunk, opening, system.database(), contracts);
    }

    void measure(int warmUps, Findings findings) throws Exception {
        final Measurements measured = sweep.measure(
                warmUps, findings, "letters-chunk", "Letters on the loopback, by chunk", "keys in a call, at most");
        final Measurement sql = measured.get(Ways.SQL);
        findings.table(
                "Letters on the loopback",
                sweep.points().stream().map(point -> measured.get(point.name())).toList(),
                new Columns<Measurement>()
                        .with("configuration", Measurement::name)
                        .with(LettersSweep.UNIT, one -> one)
                        .with("seconds for 100,000", one -> one.median() * DOCUMENT_CONTRACTS / 1e6)
                        .with("times as fast as " + Ways.SQL, one -> {
                            final Measurement ratio =
                                    findings.add(sql.over(one, one.name() + ", times as fast as " + Ways.SQL));
                            return one.equals(sql) ? "1" : ratio;
                        })
                        .with("document: seconds", one -> document(one.name(), 1))
                        .with("document: times as fast", one -> document(one.name(), DOCUMENT_SQL)));
        if (chunks.contains(TARGET_CHUNK)) {
            targets(sql, measured, findings);
        }
    }

    /** The document's seconds, or what they are to others; an empty cell where there are none. */
    private Object document(String name, double others) {
        final double seconds = document.getOrDefault(name, Double.NaN);
        return Double.isNaN(seconds) ? "" : others == 1 ? (Object) seconds : (Object) (others / seconds);
    }

    private static void targets(Measurement direct, Measurements measured, Findings findings) {
        final Measurement sql = measured.get(Ways.named(Ways.GATEWAY, TARGET_CHUNK));
        final Measurement rest = measured.get(Ways.named(GATEWAY_REST, TARGET_CHUNK));
        final Measurement byHand = measured.get(Ways.named(Ways.BY_HAND, TARGET_CHUNK));
        final Findings.Rows rows = findings.table("Targets on the loopback", "ratio", "here", "target");
        Ways.target(
                rows,
                findings.add(direct.over(sql, "gateway on SQL, chunk 100, times as fast as direct SQL, loopback")),
                "at least 4");
        Ways.target(
                rows,
                findings.add(sql.over(byHand, "gateway on SQL, chunk 100, time to that of chunks by hand, loopback")),
                "at most 1.5");
        Ways.target(
                rows,
                findings.add(direct.over(rest, "gateway on REST, chunk 100, times as fast as direct SQL")),
                "at least 2");
        Ways.target(
                rows,
                findings.add(
                        measured.get(REST).over(rest, "gateway on REST, chunk 100, times as fast as individual REST")),
                "at least 60");
    }
}
