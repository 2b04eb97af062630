package dev.sluice.replay.repair;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of one roll file that can be read, and their numbers.
 *
 * @param path where it is, or should be
 * @param cycle its number
 * @param condition in a word
 * @param faults what is not as it was written, in words
 * @param parts what is there, in order from number 0, without a gap
 * @param unplaced documents that can be read, and nobody can say at which number they were
 */
record SalvagedFile(Path path, int cycle, Condition condition, List<String> faults, List<Part> parts, long unplaced) {

    /** In a word. */
    enum Condition {
        /** Everything leads where it should; single documents may be unreadable, if it is an input. */
        WHOLE,
        /** The file has to be written anew from what can be read of it. */
        DAMAGED,
        /** The file never held a message that belongs there: a kill left it without a header, or it was brought from elsewhere. */
        NONE,
        /** The file is gone, empty, or holds what belongs elsewhere, and had messages. */
        MISSING
    }

    /**
     * Documents of the file that follow each other.
     *
     * @param first the number of the first
     * @param count how many
     * @param address of the first, from where they follow each other; 0 if lost
     * @param lost whether they cannot be read
     */
    record Part(long first, long count, long address, boolean lost) {}

    /** A file of which nothing can be read. */
    static SalvagedFile without(Path path, int cycle, Condition condition, String... faults) {
        return new SalvagedFile(path, cycle, condition, List.of(faults), List.of(), 0);
    }

    SalvagedFile {
        faults = List.copyOf(faults);
        parts = List.copyOf(parts);
    }

    /** How many documents it has or had, as far as known. */
    long count() {
        return parts.isEmpty()
                ? 0
                : parts.get(parts.size() - 1).first()
                        + parts.get(parts.size() - 1).count();
    }

    /** So many of something, in words. */
    static String count(long count, String what) {
        return String.format("%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    /** The faults of the file in a sentence; {@code what} is the noun for one of its messages. */
    String said(String what) {
        final List<String> said = new ArrayList<>(faults);
        switch (condition) {
            case NONE -> said.add("no message belongs there");
            case MISSING ->
                said.add((said.isEmpty() ? "is gone or empty" : said.remove(said.size() - 1)) + ", and it had " + what
                        + "s of its own");
            default -> {
                said.add(
                        lost() > 0
                                ? count(lost(), what) + " cannot be read, " + count(count() - lost(), what) + " can"
                                : "all " + count(count(), what) + " can be read");
                if (unplaced > 0) {
                    said.add(count(unplaced, what)
                            + " among them could be read, but not at their numbers: they are in the copy only");
                }
            }
        }
        return String.join("; ", said);
    }

    /** How many of them cannot be read. */
    long lost() {
        return parts.stream().filter(Part::lost).mapToLong(Part::count).sum();
    }

    /** This file with so many documents at least, the last ones lost. */
    SalvagedFile extendedTo(long count) {
        if (count <= count()) {
            return this;
        }
        final List<Part> more = new ArrayList<>(parts);
        more.add(new Part(count(), count - count(), 0, true));
        return with(more);
    }

    /** This file with its first so many documents only. */
    SalvagedFile cutTo(long count) {
        final List<Part> fewer = new ArrayList<>();
        for (final Part part : parts) {
            if (part.first() < count) {
                fewer.add(new Part(
                        part.first(), Math.min(part.count(), count - part.first()), part.address(), part.lost()));
            }
        }
        return with(fewer);
    }

    /** How many come before those that are lost at its end, if any are. */
    long countBeforeLostEnd() {
        long count = 0;
        for (final Part part : parts) {
            count = part.lost() ? count : part.first() + part.count();
        }
        return count;
    }

    /** This file, to be written anew for one more reason. */
    SalvagedFile damaged(String fault) {
        final List<String> more = new ArrayList<>(faults);
        more.add(fault);
        return new SalvagedFile(path, cycle, Condition.DAMAGED, more, parts, unplaced);
    }

    /** This file with so many documents that are left out, at least. */
    SalvagedFile leavingOut(long documents) {
        return documents <= unplaced ? this : new SalvagedFile(path, cycle, condition, faults, parts, documents);
    }

    private SalvagedFile with(List<Part> others) {
        return new SalvagedFile(path, cycle, condition, faults, others, unplaced);
    }
}
