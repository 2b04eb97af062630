package dev.sluice.replay.repair;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A fault of a pair of queues.
 *
 * @param where the file, such as {@code in/20261122.cq4}
 * @param what the fault
 * @param remedy the action of the repair or of the operator
 * @param lost the positions of messages that cannot be read, such as {@code in 20412:17..20412:19}
 * @param step the repair; empty if it is impossible or not needed
 * @param kind who has to act
 */
public record Finding(String where, String what, String remedy, List<String> lost, Optional<Step> step, Kind kind) {

    static final String BRING_BACK =
            "restore the right file, with its original name, from a copy of these queues, and run repair again";

    /** A step of a repair. It is idempotent, and can be repeated after it was interrupted at any instant. */
    @FunctionalInterface
    interface Step {
        void run(Work work) throws IOException;
    }

    /** The kind of action that a finding asks for. */
    public enum Kind {
        /** A repair fixes the fault. */
        REPAIR,
        /** An operator has to restore a file. Until then, a repair changes nothing at all. */
        REFUSED,
        /** An operator has to decide. */
        OPERATOR,
        /** Nobody has to act, because gateways and jobs continue to work in spite of the fault. */
        KNOWN
    }

    static Finding repair(String where, String what, String remedy, Step step) {
        return repair(where, what, remedy, List.of(), step);
    }

    static Finding repair(String where, String what, String remedy, List<String> lost, Step step) {
        return new Finding(where, what, remedy, lost, Optional.of(step), Kind.REPAIR);
    }

    /** Returns a finding about a file that never held a message. */
    static Finding setAside(DamagedQueue queue, SalvagedFile file, String what) {
        return repair(queue.where(file.path()), file.said(what), "set it aside", work -> work.remove(file.path()));
    }

    /** Returns a finding that a repair does not fix. */
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
