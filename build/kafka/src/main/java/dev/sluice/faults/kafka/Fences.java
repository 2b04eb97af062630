package dev.sluice.faults.kafka;

import dev.sluice.faults.kill.Afterwards;
import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Checks that a gateway which returns after an absence reports the lanes that it has lost. Not thread-safe. */
final class Fences {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

    private final BrokenPromises findings;
    private final Consumer<String> said;
    private final Afterwards afterwards;
    private long seen;

    Fences(BrokenPromises findings, Consumer<String> said, Afterwards afterwards) {
        this.findings = findings;
        this.said = said;
        this.afterwards = afterwards;
    }

    /** The number of lanes that went to another gateway, and whose loss was reported by the gateway that had them before. */
    long seen() {
        return seen;
    }

    /** Called after an absence: waits until the process has reported the loss of each lane that was given to another gateway. */
    void await(Gateway gateway, Absence absence) {
        final Set<Integer> gone = absence.gone();
        said.accept("gateway " + gateway.name() + " is back; its lanes " + gone + " went to other gateways");
        final long begun = System.nanoTime();
        afterwards.in(
                0,
                () -> !absence.runs() || absence.unsaid(gone).isEmpty() || System.nanoTime() - begun > PATIENCE_NANOS,
                () -> judge(gateway, absence, gone));
    }

    private void judge(Gateway gateway, Absence absence, Set<Integer> gone) throws IOException {
        final Set<Integer> unsaid = absence.unsaid(gone);
        if (absence.runs() && !unsaid.isEmpty()) {
            findings.add(
                    Kind.WRONG,
                    "did not report the loss of lanes " + unsaid + ", which went to other gateways during its absence: "
                            + gateway.described());
        } else {
            seen += gone.size() - unsaid.size();
        }
    }
}
