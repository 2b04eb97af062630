package dev.sluice.perf.load;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * A gateway beside a loop by hand with the same chunks, for each chunk limit, and both beside one lookup at a time.
 *
 * @param single the measurement of one at a time
 * @param singleWord the same in the names of ratios
 * @param chunks the chunk limits
 * @param targetChunk the one that there is a target for
 * @param target what the ratios there should be at least
 */
public record ByChunk(String single, String singleWord, List<Integer> chunks, int targetChunk, String target) {

    /** The name of the measurement of the loop by hand. */
    public static String byHand(int chunk) {
        return "by hand, chunk " + chunk;
    }

    /** The name of the gateway's measurement. */
    public static String gateway(int chunk) {
        return "gateway, chunk " + chunk;
    }

    /** Throughput of the gateway to the other two, for each chunk limit in turn. */
    public List<Measurement> ratios(Measurements measured) {
        final List<Measurement> ratios = new ArrayList<>();
        for (final int chunk : chunks) {
            ratios.add(toByHand(measured, chunk));
            ratios.add(toSingle(measured, chunk));
        }
        return ratios;
    }

    private static Measurement toByHand(Measurements measured, int chunk) {
        return measured.get(byHand(chunk))
                .over(measured.get(gateway(chunk)), "throughput of the gateway to by hand, chunk " + chunk);
    }

    private Measurement toSingle(Measurements measured, int chunk) {
        return measured.get(single)
                .over(measured.get(gateway(chunk)), "throughput of the gateway to " + singleWord + ", chunk " + chunk);
    }

    public Table table(Measurements measured) {
        final List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("1 (" + single + ")", measured.get(single).shown(), "", "", "", ""));
        for (final int chunk : chunks) {
            rows.add(List.of(
                    String.valueOf(chunk),
                    measured.get(byHand(chunk)).shown(),
                    measured.get(gateway(chunk)).shown(),
                    toByHand(measured, chunk).shown(),
                    toSingle(measured, chunk).shown(),
                    chunk == targetChunk ? target : ""));
        }
        return new Table(
                "Microseconds per lookup, and ratios of throughput",
                List.of(
                        "chunk limit",
                        "by hand",
                        "gateway",
                        "gateway to by hand",
                        "gateway to " + singleWord,
                        "target, at least"),
                rows);
    }
}
