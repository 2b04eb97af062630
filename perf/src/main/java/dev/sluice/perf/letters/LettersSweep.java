package dev.sluice.perf.letters;

import dev.sluice.examples.letters.Contracts;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.letters.LettersSystem.Network;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersVariant;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot.Axis;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Ways to write letters that are measured in turns, each a point of a curve: the time from the first contract read to the
 * file closed. Each file is compared with the letters of one SELECT at a time: equal from the first byte to its last. One
 * thread.
 */
final class LettersSweep {

    static final String UNIT = "us per contract";
    static final String SQL = "direct SQL";
    static final String GATEWAY = "gateway on SQL";
    static final String BY_HAND = "chunks by hand";

    /** A way that asks one contract at a time needs so many to have everything prepared. */
    static final int SINGLES_BEFORE = 100;
    /** Calls that have everything prepared on each connection. */
    static final int CALLS_BEFORE = 30;

    private final Run run;
    private final Path expected;
    private final List<Point> points = new ArrayList<>();

    /** @param expected the letters of all contracts, to compare with */
    LettersSweep(Run run, Path expected) {
        this.run = run;
        this.expected = expected;
    }

    /** Writes the letters of all contracts. */
    static Path expected(Run run, Database database) throws Exception {
        final Path file = run.directory().resolve("expected.txt");
        try (JoinedSelectEach way = new JoinedSelectEach(database)) {
            write("those to compare with", way, database, run.of(LettersSizes.CONTRACTS), file);
        }
        return file;
    }

    static String pool(int threads) {
        return SQL + " on " + threads + " threads";
    }

    static String named(String way, int chunk) {
        return way + ", chunk " + chunk;
    }

    /**
     * A way that is measured.
     *
     * @param name of its measurement
     * @param curve that it is a point of
     * @param x its place on the curve; both ends, if it does not depend on what is varied
     * @param database where its contracts are read
     * @param contracts how many
     * @param before how many of them are written before the time counts, half of them at most
     */
    record Point(
            String name,
            String curve,
            List<Double> x,
            Callable<? extends LettersVariant> opening,
            Database database,
            int contracts,
            int before) {}

    void add(Point point) {
        points.add(point);
    }

    /** Adds a way behind a network. */
    void add(
            Network network,
            String way,
            List<Double> x,
            Callable<? extends LettersVariant> opening,
            int contracts,
            int before) {
        add(new Point(network.named(way), way, x, opening, network.database(), contracts, before));
    }

    /** Measures all ways, and keeps their figures. */
    Measurements measure(String stage, int warmUps, Findings findings) throws Exception {
        final Measurements measured = run.inTurns(
                stage,
                warmUps,
                points.stream()
                        .map(point -> Variant.of(point.name, UNIT, () -> micros(point)))
                        .toList());
        findings.add(measured.all());
        return measured;
    }

    /** Measures all ways and plots them, with the curves in the order of their first points. */
    Measurements measure(int warmUps, Findings findings, String name, String title, String x) throws Exception {
        final Measurements measured = measure("", warmUps, findings);
        final Curves curves = new Curves(name, title, Axis.log(x), Axis.log(UNIT));
        points.forEach(point -> point.x.forEach(at -> curves.add(point.curve, at, measured.get(point.name))));
        findings.plot(curves);
        return measured;
    }

    /**
     * Microseconds for each contract. Before the time counts, the way writes some letters, so that its connections are
     * open and its statements are prepared.
     *
     * @throws IllegalStateException if a letter is missing, another one, or not in its place
     */
    double micros(Point point) throws Exception {
        final Path file = run.directory().resolve("letters.txt");
        try (LettersVariant way = point.opening.call()) {
            write(point.name, way, point.database, Math.min(point.contracts / 2, point.before), file);
            final long nanos = write(point.name, way, point.database, point.contracts, file);
            check(point.name, file);
            return nanos / 1e3 / point.contracts;
        }
    }

    /** Writes the letters of the first so many contracts. */
    private static long write(String name, LettersVariant way, Database database, int contracts, Path file)
            throws Exception {
        try (Contracts all = Contracts.read(database.source())) {
            final long start = System.nanoTime();
            final Letters letters;
            try (BufferedWriter out = Files.newBufferedWriter(file)) {
                letters = new Letters(out);
                way.write(Stream.generate(all::next).limit(contracts).iterator(), letters);
            }
            final long nanos = System.nanoTime() - start;
            if (letters.written() != contracts) {
                throw new IllegalStateException(
                        name + ": " + letters.written() + " letters for " + contracts + " contracts");
            }
            return nanos;
        }
    }

    private void check(String name, Path file) throws IOException {
        final long different = Files.mismatch(file, expected);
        if (different >= 0 && different != Files.size(file)) {
            throw new IllegalStateException(name + ": the letters are others from byte " + different + " on");
        }
    }
}
