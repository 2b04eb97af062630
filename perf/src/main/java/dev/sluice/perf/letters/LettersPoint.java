package dev.sluice.perf.letters;

import dev.sluice.perf.load.LettersWay;
import dev.sluice.perf.system.Database;
import java.util.List;

/**
 * A way that is measured, as a point of a curve.
 *
 * @param name of its measurement
 * @param curve what it is a point of
 * @param x where on that; where it does not depend on what is varied, both ends
 * @param database where its contracts are read
 * @param contracts how many
 * @param before how many of them are written before the time counts
 */
record LettersPoint(
        String name,
        String curve,
        List<Double> x,
        LettersWay.Opening opening,
        Database database,
        int contracts,
        int before) {

    /** A way that asks one contract at a time needs so many to have everything prepared. */
    private static final int SINGLES_BEFORE = 100;

    /** Calls that have everything prepared on each connection. */
    private static final int CALLS_BEFORE = 30;

    /** A way without chunks, on the whole axis. */
    static LettersPoint singly(
            String name, List<Double> ends, LettersWay.Opening opening, Database database, int contracts) {
        return new LettersPoint(name, name, ends, opening, database, contracts, Math.min(contracts, SINGLES_BEFORE));
    }

    /** A way with chunks. */
    static LettersPoint chunked(
            String name,
            String curve,
            double x,
            int chunk,
            LettersWay.Opening opening,
            Database database,
            int contracts) {
        final int before = Math.min(contracts / 2, CALLS_BEFORE * chunk);
        return new LettersPoint(name, curve, List.of(x), opening, database, contracts, before);
    }

    /** The same as a point of another curve. */
    LettersPoint on(String otherCurve) {
        return new LettersPoint(name, otherCurve, x, opening, database, contracts, before);
    }
}
