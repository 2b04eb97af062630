package dev.sluice.replay.repair;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The messages of one roll file that can be read, and their numbers.
 *
 * @param path where it is, or should be
 * @param cycle its number
 * @param condition in a word
 * @param faults what is not as it was written, in words
 * @param parts what is there, in order from number 0, without a gap
 */
record SalvagedFile(Path path, int cycle, Condition condition, List<String> faults, List<Part> parts) {

    /** In a word. */
    enum Condition {
        /** Everything leads where it should; single documents may be unreadable, if it is an input. */
        WHOLE,
        /** The file has to be written anew from what can be read of it. */
        DAMAGED,
        /** The file is whole but for the mark after its last message: an older copy, or that mark was lost. */
        UNENDED,
        /** The file never held a message: a kill left it without a header. */
        NONE,
        /** The file is empty or has no header, and had messages. */
        EMPTY,
        /** The file is not there, and had messages. */
        GONE,
        /** The file holds messages of elsewhere, or such whose numbers nobody can tell. */
        MISPLACED,
        /** The file holds messages of a later release. */
        NEWER
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
        return new SalvagedFile(path, cycle, condition, List.of(faults), List.of());
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
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    /** The faults of the file in a sentence; {@code what} is the noun for one of its messages. */
    String said(String what) {
        final List<String> said = new ArrayList<>(faults);
        switch (condition) {
            case NONE -> said.add("no message belongs there");
            case EMPTY, GONE -> said.add("it had " + what + "s");
            case MISPLACED, NEWER -> {}
            default ->
                said.add(
                        lost() > 0
                                ? count(lost(), what) + " cannot be read, " + count(count() - lost(), what) + " can"
                                : "all " + count(count(), what) + " can be read");
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
        return new SalvagedFile(path, cycle, Condition.DAMAGED, more, parts);
    }

    /** This file as one that is not repaired, and why. */
    SalvagedFile misplaced(String why) {
        return without(path, cycle, Condition.MISPLACED, why);
    }

    private SalvagedFile with(List<Part> others) {
        return new SalvagedFile(path, cycle, condition, faults, others);
    }
}
