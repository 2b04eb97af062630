package dev.sluice.faults.kill;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Steps that follow a mishap some time later: a killed process is started again, a stopped one continues. One thread. */
public final class Afterwards {

    /** What follows. */
    @FunctionalInterface
    public interface Step {
        void take() throws IOException, InterruptedException;
    }

    private record Due(long nanos, BooleanSupplier when, Step step) {}

    private final List<Due> dues = new ArrayList<>();

    /** Has that follow after so many nanoseconds. */
    public void in(long nanos, Step step) {
        in(nanos, () -> true, step);
    }

    /** Has that follow after so many nanoseconds, and when that is so. */
    public void in(long nanos, BooleanSupplier when, Step step) {
        dues.add(new Due(System.nanoTime() + nanos, when, step));
    }

    /** Does what is due. */
    public void look() throws IOException, InterruptedException {
        for (final Due due : List.copyOf(dues)) {
            if (System.nanoTime() - due.nanos() >= 0 && due.when().getAsBoolean()) {
                dues.remove(due);
                due.step().take();
            }
        }
    }

    /** Whether nothing is to follow any more. */
    public boolean isEmpty() {
        return dues.isEmpty();
    }
}
