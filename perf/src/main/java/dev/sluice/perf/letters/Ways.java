package dev.sluice.perf.letters;

import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;

/** Names of the ways that several parts measure. */
final class Ways {

    static final String SQL = "direct SQL";
    static final String GATEWAY = "gateway on SQL";
    static final String BY_HAND = "chunks by hand";

    private Ways() {}

    static String pool(int threads) {
        return "direct SQL on " + threads + " threads";
    }

    static String named(String way, int chunk) {
        return way + ", chunk " + chunk;
    }

    /** A row of a table of targets. */
    static void target(Findings.Rows rows, Measurement ratio, String target) {
        rows.row(ratio.name(), ratio, target);
    }
}
