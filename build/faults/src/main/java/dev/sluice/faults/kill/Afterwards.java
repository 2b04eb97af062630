package dev.sluice.faults.kill;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Steps to do some time after a mishap: for example, start a killed process again, or let a suspended process continue. For one
 * thread.
 */
public final class Afterwards {

    /** A step to do later. */
    @FunctionalInterface
    public interface Step {
        void take() throws IOException, InterruptedException;
    }

    private record Due(long nanos, BooleanSupplier when, Step step) {}

    private final List<Due> dues = new ArrayList<>();

    /** Plans a step after a number of nanoseconds. */
    public void in(long nanos, Step step) {
        in(nanos, () -> true, step);
    }

    /** Plans a step for the time when the nanoseconds are over and the condition is true. */
    public void in(long nanos, BooleanSupplier when, Step step) {
        dues.add(new Due(System.nanoTime() + nanos, when, step));
    }

    /** Does the steps that are due. */
    public void look() throws IOException, InterruptedException {
        for (final Due due : List.copyOf(dues)) {
            if (System.nanoTime() - due.nanos() >= 0 && due.when().getAsBoolean()) {
                dues.remove(due);
                due.step().take();
            }
        }
    }

    /** Whether no step is left. */
    public boolean isEmpty() {
        return dues.isEmpty();
    }
}
