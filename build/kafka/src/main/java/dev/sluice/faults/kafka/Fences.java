package dev.sluice.faults.kafka;

import dev.sluice.faults.kill.Afterwards;
import dev.sluice.faults.kill.BrokenPromises;
import dev.sluice.faults.kill.BrokenPromises.Kind;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Sees to it that gateways that are back say which of their lanes are gone. One thread. */
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

    /** How many lanes went to another gateway, and the former one said so. */
    long seen() {
        return seen;
    }

    /** Awaits that the process whose absence is over says so of each lane that others were given. */
    void await(Gateway gateway, Absence absence) {
        final Set<Integer> gone = absence.gone();
        said.accept("gateway " + gateway.name() + " is back; others have its lanes " + gone);
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
                    "others were given the lanes " + unsaid + " while it was away, and it did not say so: "
                            + gateway.described());
        } else {
            seen += gone.size() - unsaid.size();
        }
    }
}
