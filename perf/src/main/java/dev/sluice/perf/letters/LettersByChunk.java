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
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.net.URI;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The document's six configurations on the loopback, the gateway on SQL and on REST, and whatever else one might write
 * instead, at each chunk size.
 */
final class LettersByChunk {

    static final String SQL = "direct SQL";
    static final String GATEWAY_SQL = "gateway on SQL";
    static final String BY_HAND = "chunks by hand";

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

    private final Run run;
    private final LettersSystem system;
    private final List<Integer> chunks;
    private final int contracts;
    private final LettersSweep sweep = new LettersSweep();
    private final Map<String, Double> document = new HashMap<>(Map.of(SQL, DOCUMENT_SQL, REST, DOCUMENT_REST));

    LettersByChunk(Run run, LettersSystem system) {
        this.run = run;
        this.system = system;
        this.chunks = run.of(LettersExperiment.CHUNKS);
        this.contracts = run.of(LettersExperiment.CONTRACTS);
        final int singles = LettersExperiment.contracts(run, LettersExperiment.SINGLES);
        final int direct = LettersExperiment.contracts(run, LettersExperiment.DIRECT);
        final int calls = run.of(LettersExperiment.CALLS_IN_FLIGHT);
        final int ahead = run.of(LettersExperiment.AHEAD);
        final URI customers = system.customers();
        final URI addresses = system.addresses();
        singly(SQL, () -> new JoinedSelectEach(system.database()), direct);
        singly(REST, () -> LookupsEach.gets(customers, addresses), singles);
        for (final int chunk : chunks) {
            if (chunk <= Collections.max(DOCUMENT.keySet())) { // beyond that the document measured nothing
                chunked(COROUTINES, chunk, () -> new ChunkedRestByCoroutines(customers, addresses, chunk, calls));
                document.put(named(COROUTINES, chunk), DOCUMENT.getOrDefault(chunk, Double.NaN));
            }
        }
        for (final int chunk : chunks) {
            final LettersGateway gateway = system.gateway(chunk, calls).asking(system.database());
            chunked(GATEWAY_SQL, chunk, () -> gateway.pipeline(ahead));
        }
        for (final int chunk : chunks) {
            final LettersGateway gateway = system.gateway(chunk, calls).asking(customers, addresses);
            chunked(GATEWAY_REST, chunk, () -> gateway.pipeline(ahead));
        }
        chunks.forEach(chunk -> chunked(BY_HAND, chunk, () -> new ChunksByHand(system.database(), chunk)));
        chunks.forEach(chunk -> chunked(LOADER, chunk, () -> new LettersByDataLoader(system.database(), chunk)));
        for (final int threads : run.of(LettersExperiment.POOLS)) {
            singly(pool(threads), () -> new SelectsOnPool(system.database(), threads), direct);
        }
        singly("two SELECTs each", () -> LookupsEach.selects(system.database()), singles);
        singly("no lookups: one join", () -> new WholeJoin(system.database()), contracts);
    }

    static String pool(int threads) {
        return "direct SQL on " + threads + " threads";
    }

    static String named(String way, int chunk) {
        return way + ", chunk " + chunk;
    }

    private void singly(String name, LettersWay.Opening opening, int count) {
        final List<Double> ends = List.of((double) Collections.min(chunks), (double) Collections.max(chunks));
        sweep.singly(name, name, ends, opening, system.database(), count);
    }

    private void chunked(String way, int chunk, LettersWay.Opening opening) {
        sweep.chunked(named(way, chunk), way, chunk, chunk, opening, system.database(), contracts);
    }

    void measure(LettersTimer timer, int warmUps, Findings findings) throws Exception {
        final Measurements measured = sweep.measure(run, timer, warmUps);
        findings.add(measured.all());
        final Findings.Rows rows = findings.table(
                "Letters on the loopback",
                "configuration",
                LettersSweep.UNIT,
                "seconds for 100,000",
                "times as fast as " + SQL,
                "document: seconds",
                "document: times as fast");
        for (final LettersSweep.Point point : sweep.points()) {
            final Measurement own = measured.get(point.name());
            final Measurement ratio =
                    findings.add(measured.get(SQL).over(own, point.name() + ", times as fast as " + SQL));
            final double seconds = document.getOrDefault(point.name(), Double.NaN);
            rows.row(
                    point.name(),
                    own,
                    own.median() * DOCUMENT_CONTRACTS / 1e6,
                    point.name().equals(SQL) ? "1" : ratio,
                    Double.isNaN(seconds) ? "" : seconds,
                    Double.isNaN(seconds) ? "" : DOCUMENT_SQL / seconds);
        }
        findings.plot(
                sweep.plot("letters-chunk", "Letters on the loopback, by chunk", "keys in a call, at most", measured));
        if (chunks.contains(TARGET_CHUNK)) {
            targets(measured, findings.table("Targets on the loopback", "ratio", "here", "target"), findings);
        }
    }

    private static void targets(Measurements measured, Findings.Rows rows, Findings findings) {
        final Measurement sql = measured.get(named(GATEWAY_SQL, TARGET_CHUNK));
        final Measurement rest = measured.get(named(GATEWAY_REST, TARGET_CHUNK));
        final Measurement byHand = measured.get(named(BY_HAND, TARGET_CHUNK));
        final Map<Measurement, String> targets = new LinkedHashMap<>();
        targets.put(
                measured.get(SQL).over(sql, "gateway on SQL, chunk 100, times as fast as direct SQL, loopback"),
                "at least 4");
        targets.put(
                sql.over(byHand, "gateway on SQL, chunk 100, time to that of chunks by hand, loopback"), "at most 1.5");
        targets.put(
                measured.get(SQL).over(rest, "gateway on REST, chunk 100, times as fast as direct SQL"), "at least 2");
        targets.put(
                measured.get(REST).over(rest, "gateway on REST, chunk 100, times as fast as individual REST"),
                "at least 60");
        targets.forEach((ratio, target) -> rows.row(findings.add(ratio).name(), ratio, target));
    }
}
