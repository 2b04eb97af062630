package dev.sluice.perf.letters;

import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.perf.baseline.JoinedSelectEach;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.load.Letters;
import dev.sluice.perf.load.LettersWay;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Times ways to write letters, from the first contract read to the file closed, and compares each file with the letters
 * of one SELECT at a time: equal from the first byte to its last. One thread.
 */
final class LettersTimer {

    private final Path directory;
    private final Path expected;

    /** Writes the letters of all contracts, to compare with. */
    LettersTimer(Path directory, Database database, int contracts) throws Exception {
        this.directory = directory;
        this.expected = directory.resolve("expected.txt");
        try (JoinedSelectEach way = new JoinedSelectEach(database)) {
            write("those to compare with", way, database, contracts, expected);
        }
    }

    /**
     * Microseconds for each contract. Before the time counts, the way writes some letters, so that its connections stand
     * and its statements are prepared.
     *
     * @throws IllegalStateException if a letter is missing, another one, or not in its place
     */
    double micros(LettersSweep.Point point) throws Exception {
        final Path file = directory.resolve("letters.txt");
        try (LettersWay way = point.opening().open()) {
            write(point.name(), way, point.database(), point.before(), file);
            final long nanos = write(point.name(), way, point.database(), point.contracts(), file);
            check(point.name(), file);
            return nanos / 1e3 / point.contracts();
        }
    }

    private static long write(String name, LettersWay way, Database database, int contracts, Path file)
            throws Exception {
        try (Contracts all = Contracts.read(database.source())) {
            final long start = System.nanoTime();
            final Letters letters;
            try (BufferedWriter out = Files.newBufferedWriter(file)) {
                letters = new Letters(out);
                way.write(new First(all, contracts), letters);
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

    /** The first so many of the contracts. */
    private static final class First implements Iterator<Contract> {

        private final Iterator<Contract> all;
        private int left;

        First(Iterator<Contract> all, int count) {
            this.all = all;
            this.left = count;
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public Contract next() {
            if (left == 0) {
                throw new NoSuchElementException();
            }
            left--;
            return all.next();
        }
    }
}
