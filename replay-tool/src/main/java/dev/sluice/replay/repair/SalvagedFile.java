package dev.sluice.replay.repair;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The readable messages of one roll file, and their numbers.
 *
 * @param path the file's path, even if the file is missing
 * @param cycle the file's number
 * @param condition the state of the file
 * @param faults descriptions of the faults
 * @param parts readable and lost documents, in order from number 0, without a gap
 */
record SalvagedFile(Path path, int cycle, Condition condition, List<String> faults, List<Part> parts) {

    /** The state of a file. */
    enum Condition {
        /** Header, index and lengths are right; in an input, single documents may be unreadable. */
        WHOLE,
        /** The file has to be rewritten from its readable documents. */
        DAMAGED,
        /** Only the mark after the file's last message is missing. Either the file is an older copy, or the mark was lost. */
        UNENDED,
        /** The file never held a message: a kill left it without a header. */
        NONE,
        /** The file is empty or has no header, but it had messages. */
        EMPTY,
        /** The file is missing, but it had messages. */
        GONE,
        /** The file holds messages of another queue, or messages whose numbers are unknown. */
        MISPLACED,
        /** The file holds messages of a later release. */
        NEWER
    }

    /**
     * Consecutive documents of the file, all readable or all lost.
     *
     * @param first the number of the first document
     * @param count the number of documents
     * @param address the address of the first document; 0 if they are lost
     * @param lost whether the documents cannot be read
     */
    record Part(long first, long count, long address, boolean lost) {}

    /** Returns a file without a readable document. */
    static SalvagedFile without(Path path, int cycle, Condition condition, String... faults) {
        return new SalvagedFile(path, cycle, condition, List.of(faults), List.of());
    }

    SalvagedFile {
        faults = List.copyOf(faults);
        parts = List.copyOf(parts);
    }

    /** Returns the number of documents that the file has or had, as far as known. */
    long count() {
        return parts.isEmpty()
                ? 0
                : parts.get(parts.size() - 1).first()
                        + parts.get(parts.size() - 1).count();
    }

    /** Returns a number with its noun in singular or plural. */
    static String count(long count, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    /** Returns the faults of the file as one sentence; {@code what} is the noun for one of its messages. */
    String said(String what) {
        final List<String> said = new ArrayList<>(faults);
        switch (condition) {
            case NONE -> said.add("it never held a message");
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

    /** Returns the number of documents that cannot be read. */
    long lost() {
        return parts.stream().filter(Part::lost).mapToLong(Part::count).sum();
    }

    /** Returns this file, extended by lost documents to at least {@code count} documents. */
    SalvagedFile extendedTo(long count) {
        if (count <= count()) {
            return this;
        }
        final List<Part> more = new ArrayList<>(parts);
        more.add(new Part(count(), count - count(), 0, true));
        return with(more);
    }

    /** Returns this file with only its first {@code count} documents. */
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

    /** Returns the number of documents up to the last readable one. */
    long countBeforeLostEnd() {
        long count = 0;
        for (final Part part : parts) {
            count = part.lost() ? count : part.first() + part.count();
        }
        return count;
    }

    /** Returns this file as damaged, with one more fault. */
    SalvagedFile damaged(String fault) {
        final List<String> more = new ArrayList<>(faults);
        more.add(fault);
        return new SalvagedFile(path, cycle, Condition.DAMAGED, more, parts);
    }

    /** Returns this file as misplaced, with the reason. A misplaced file is not repaired. */
    SalvagedFile misplaced(String why) {
        return without(path, cycle, Condition.MISPLACED, why);
    }

    private SalvagedFile with(List<Part> others) {
        return new SalvagedFile(path, cycle, condition, faults, others);
    }
}
