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
 * Measures variants of the letters job in turns. Each variant is a point of a curve. The time runs from reading the first
 * contract to closing the file. The written file must equal the beginning of the expected file, which was written with one SELECT
 * at a time. Not thread-safe.
 */
final class LettersSweep {

    static final String UNIT = "us per contract";
    static final String SQL = "direct SQL";
    static final String GATEWAY = "gateway on SQL";
    static final String BY_HAND = "chunks by hand";

    /** The number of letters that a variant with one contract at a time writes first, so that all its statements are prepared. */
    static final int SINGLES_BEFORE = 100;
    /** The number of calls that other variants make first, so that all statements are prepared on each connection. */
    static final int CALLS_BEFORE = 30;

    private final Run run;
    private final Path expected;
    private final List<Point> points = new ArrayList<>();

    /** @param expected the file with the expected letters of all contracts */
    LettersSweep(Run run, Path expected) {
        this.run = run;
        this.expected = expected;
    }

    /** Writes the expected letters of all contracts, and returns their file. */
    static Path expected(Run run, Database database) throws Exception {
        final Path file = run.directory().resolve("expected.txt");
        try (JoinedSelectEach way = new JoinedSelectEach(database)) {
            write("the expected letters", way, database, run.of(LettersSizes.CONTRACTS), file);
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
     * A variant to measure.
     *
     * @param name the name of its measurement
     * @param curve the curve that the point belongs to
     * @param x the x value of the point; both ends of the axis if the variant does not depend on the varied setting
     * @param opening opens the variant
     * @param database the database from which the contracts are read
     * @param contracts the number of contracts
     * @param before the number of letters written before the time starts, but at most half the number of contracts
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

    /** Adds a variant that reaches the database over the given network. */
    void add(
            Network network,
            String way,
            List<Double> x,
            Callable<? extends LettersVariant> opening,
            int contracts,
            int before) {
        add(new Point(network.named(way), way, x, opening, network.database(), contracts, before));
    }

    /** Measures all variants, and adds their figures to the findings. */
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

    /** Measures all variants and plots them, with the curves in the order of their first points. */
    Measurements measure(int warmUps, Findings findings, String name, String title, String x) throws Exception {
        final Measurements measured = measure("", warmUps, findings);
        final Curves curves = new Curves(name, title, Axis.log(x), Axis.log(UNIT));
        points.forEach(point -> point.x.forEach(at -> curves.add(point.curve, at, measured.get(point.name))));
        findings.plot(curves);
        return measured;
    }

    /**
     * Returns the microseconds per contract. Before the time starts, the variant writes some letters, so that its connections are
     * open and its statements are prepared.
     *
     * @throws IllegalStateException if a letter is missing, different or out of order
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

    /** Writes the letters of the first {@code contracts} contracts, and returns the time in nanoseconds. */
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

    /** @throws IllegalStateException if the letters of the file differ from the expected ones */
    void check(String name, Path file) throws IOException {
        final long different = Files.mismatch(file, expected);
        if (different >= 0 && different != Files.size(file)) {
            throw new IllegalStateException(name + ": the letters differ from byte " + different + " on");
        }
    }
}
