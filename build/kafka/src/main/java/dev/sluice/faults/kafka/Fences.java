package dev.sluice.faults.kafka;

import dev.sluice.faults.kill.Afterwards;
import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Checks gateways after an absence, which is a time in which a gateway was suspended or cut off from the brokers. Other gateways
 * may then have taken over some of its lanes (partitions). The gateway must report each of these lanes as lost. Not thread-safe.
 */
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

    /** The number of lanes that another gateway took over and that their former gateway has reported as lost. */
    long seen() {
        return seen;
    }

    /** Called after an absence. Lets the gateway report its lost lanes for some time, and then checks that it has done so. */
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
