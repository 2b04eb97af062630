package dev.sluice.perf.letters;

import dev.sluice.perf.baseline.ChunkedRestByCoroutines;
import dev.sluice.perf.baseline.ChunksByHand;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.baseline.LettersByDataLoader;
import dev.sluice.perf.baseline.LookupsEach;
import dev.sluice.perf.baseline.SelectsOnPool;
import dev.sluice.perf.baseline.WholeJoin;
import dev.sluice.perf.load.LettersWay;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    private final LettersSizes sizes;
    private final LettersSystem system;
    private final LettersSweep sweep = new LettersSweep();
    private final Map<String, Document.Figure> document = new LinkedHashMap<>();

    LettersByChunk(LettersSizes sizes, LettersSystem system) throws IOException {
        this.sizes = sizes;
        this.system = system;
        final URI customers = system.customers().url();
        final URI addresses = system.addresses().url();
        singly(SQL, () -> new JoinedSelectEach(system.database()), sizes.direct());
        singly(REST, () -> LookupsEach.gets(customers, addresses), sizes.singles());
        document.put(SQL, Document.sql());
        document.put(REST, Document.rest());
        for (final int chunk : sizes.documentChunks()) {
            chunked(
                    COROUTINES,
                    chunk,
                    () -> new ChunkedRestByCoroutines(customers, addresses, chunk, sizes.callsInFlight()));
            Document.chunked(chunk).ifPresent(figure -> document.put(named(COROUTINES, chunk), figure));
        }
        for (final int chunk : sizes.chunks()) {
            gateway(GATEWAY_SQL, chunk, LetterLookups.sql(system.database(), sizes.callsInFlight()));
        }
        for (final int chunk : sizes.chunks()) {
            gateway(GATEWAY_REST, chunk, LetterLookups.rest(customers, addresses, sizes.callsInFlight()));
        }
        for (final int chunk : sizes.chunks()) {
            chunked(BY_HAND, chunk, () -> new ChunksByHand(system.database(), chunk));
        }
        for (final int chunk : sizes.chunks()) {
            chunked(LOADER, chunk, () -> new LettersByDataLoader(system.database(), chunk));
        }
        for (final int threads : sizes.pools()) {
            singly(pool(threads), () -> new SelectsOnPool(system.database(), threads), sizes.direct());
        }
        singly("two SELECTs each", () -> LookupsEach.selects(system.database()), sizes.singles());
        singly("no lookups: one join", () -> new WholeJoin(system.database()), sizes.contracts());
    }

    static String pool(int threads) {
        return "direct SQL on " + threads + " threads";
    }

    static String named(String way, int chunk) {
        return way + ", chunk " + chunk;
    }

    private void singly(String name, LettersWay.Opening opening, int contracts) {
        final List<Double> ends =
                List.of((double) Collections.min(sizes.chunks()), (double) Collections.max(sizes.chunks()));
        sweep.add(LettersPoint.singly(name, ends, opening, system.database(), contracts));
    }

    private void chunked(String way, int chunk, LettersWay.Opening opening) {
        sweep.add(LettersPoint.chunked(
                named(way, chunk), way, chunk, chunk, opening, system.database(), sizes.contracts()));
    }

    private void gateway(String way, int chunk, LetterLookups lookups) throws IOException {
        final LettersGateway gateway = system.gateway(lookups, chunk);
        chunked(way, chunk, () -> gateway.open(sizes.ahead()));
    }

    LettersPart measure(Run run, LettersTimer timer, int warmUps) throws Exception {
        final Measurements measured = sweep.measure(run, timer, warmUps);
        final List<Measurement> all = new ArrayList<>(measured.all());
        final List<List<String>> rows = new ArrayList<>();
        for (final LettersPoint point : sweep.points()) {
            final Measurement own = measured.get(point.name());
            final Measurement ratio = measured.get(SQL).over(own, point.name() + ", times as fast as " + SQL);
            all.add(ratio);
            final Optional<Document.Figure> figure = Optional.ofNullable(document.get(point.name()));
            rows.add(List.of(
                    point.name(),
                    own.shown(),
                    Measurement.number(own.median() * Document.CONTRACTS / 1e6),
                    point.name().equals(SQL) ? "1" : ratio.shown(),
                    figure.map(one -> Measurement.number(one.seconds())).orElse(""),
                    figure.map(one -> Measurement.number(one.ratio())).orElse("")));
        }
        final Table table = new Table(
                "Letters on the loopback",
                List.of(
                        "configuration",
                        LettersSweep.UNIT,
                        "seconds for 100,000",
                        "times as fast as " + SQL,
                        "document: seconds",
                        "document: times as fast"),
                rows);
        final Plot plot = new Plot(
                "letters-chunk",
                "Letters on the loopback, by chunk",
                Axis.log("keys in a call, at most"),
                Axis.log(LettersSweep.UNIT),
                sweep.curves(measured));
        return new LettersPart(table, all, plot, targets(measured));
    }

    private List<LettersPart.Target> targets(Measurements measured) {
        if (!sizes.chunks().contains(TARGET_CHUNK)) {
            return List.of();
        }
        final Measurement sql = measured.get(named(GATEWAY_SQL, TARGET_CHUNK));
        final Measurement rest = measured.get(named(GATEWAY_REST, TARGET_CHUNK));
        return List.of(
                new LettersPart.Target(
                        measured.get(SQL).over(sql, "gateway on SQL, chunk 100, times as fast as direct SQL, loopback"),
                        "at least 4"),
                new LettersPart.Target(
                        sql.over(
                                measured.get(named(BY_HAND, TARGET_CHUNK)),
                                "gateway on SQL, chunk 100, time to that of chunks by hand, loopback"),
                        "at most 1.5"),
                new LettersPart.Target(
                        measured.get(SQL).over(rest, "gateway on REST, chunk 100, times as fast as direct SQL"),
                        "at least 2"),
                new LettersPart.Target(
                        measured.get(REST).over(rest, "gateway on REST, chunk 100, times as fast as individual REST"),
                        "at least 60"));
    }
}
