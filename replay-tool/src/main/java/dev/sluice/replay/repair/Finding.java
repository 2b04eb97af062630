package dev.sluice.replay.repair;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Something about a pair of queues that is not as it was written.
 *
 * @param where the file, as {@code in/20261122.cq4}
 * @param what is wrong with it
 * @param remedy what the repair does, or what the operator can do
 * @param lost positions whose messages cannot be read, as {@code in 20412:17..20412:19}
 * @param step what puts it right; empty if nothing can, or nothing needs to
 * @param kind what it asks for
 */
public record Finding(String where, String what, String remedy, List<String> lost, Optional<Step> step, Kind kind) {

    static final String BRING_BACK =
            "bring the right file back, from a copy of these queues and under its own name, and run repair again";

    /** A step that puts something right. Done again, or after it was broken off at any instant, it comes to the same. */
    @FunctionalInterface
    interface Step {
        void run(Work work) throws IOException;
    }

    /** The kind of action that a finding asks for. */
    public enum Kind {
        /** A repair puts it right. */
        REPAIR,
        /** A file has to be brought back: a repair changes nothing at all before it is. */
        REFUSED,
        /** Somebody has to decide. */
        OPERATOR,
        /** Nothing: it is known, and gateways and jobs go on. */
        KNOWN
    }

    static Finding repair(String where, String what, String remedy, Step step) {
        return repair(where, what, remedy, List.of(), step);
    }

    static Finding repair(String where, String what, String remedy, List<String> lost, Step step) {
        return new Finding(where, what, remedy, lost, Optional.of(step), Kind.REPAIR);
    }

    /** A finding about a file to which no message belongs. */
    static Finding setAside(DamagedQueue queue, SalvagedFile file, String what) {
        return repair(queue.where(file.path()), file.said(what), "set it aside", work -> work.remove(file.path()));
    }

    /** A finding that asks for something else than a repair. */
    static Finding of(Kind kind, String where, String what, String remedy, List<String> lost) {
        return new Finding(where, what, remedy, lost, Optional.empty(), kind);
    }

    static Finding operator(String where, String what, String remedy) {
        return of(Kind.OPERATOR, where, what, remedy, List.of());
    }

    static Finding refused(String where, String what, String remedy) {
        return of(Kind.REFUSED, where, what, remedy, List.of());
    }
}
