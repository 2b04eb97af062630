package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Stores;
import java.util.List;

/**
 * One request of the workload.
 *
 * @param sequence its number, from 1: that of its writer
 * @param database which of {@link Stores#NAMES} it asks
 * @param operation what is asked
 * @param arguments as many as the operation takes, unless the request is meant to be wrong
 */
record Request(long sequence, int database, Operation operation, List<Long> arguments) {

    String name() {
        return operation.nameFor(Stores.NAMES.get(database));
    }

    /** Whether the gateway can do it at all. */
    boolean valid() {
        return operation != Operation.UNKNOWN && arguments.size() == operation.parameters();
    }

    @Override
    public String toString() {
        return "request " + sequence + ", " + name() + arguments;
    }
}
