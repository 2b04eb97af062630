package dev.sluice.perf.burst;

import dev.sluice.perf.burst.BurstSizes.Part;
import dev.sluice.perf.lab.DurableDatabases;
import dev.sluice.perf.lab.DurableDatabases.Kind;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.report.Findings;
import java.util.Collections;
import java.util.Set;

/** Measures requests that arrive faster than a database can execute them: the cost for the job, and the resulting backlog. */
public final class BurstExperiment {

    private BurstExperiment() {}

    public static Experiment experiment() {
        return new Experiment(
                "burst",
                "bursts of durable changes, and the backlog that they leave",
                BurstSizes.ALL,
                BurstExperiment::measure);
    }

    private static void measure(Run run, Findings findings) throws Exception {
        final Set<Part> only = run.of(BurstSizes.ONLY);
        findings.conditions("""
                services: each service runs in a separate JVM with its own queues and its own database; the job runs in this
                  JVM, and so do the hand-written variants without queues
                checked: each result belongs to its update; in the end every table is compared with the result of making
                  the changes one at a time in order
                """);
        final Set<Kind> kinds = run.of(BurstSizes.DATABASE);
        for (final Kind kind : kinds) {
            final boolean bursts = only.contains(Part.BURSTS);
            final boolean backlogs = only.contains(Part.BACKLOGS) && kind == Collections.max(kinds);
            if (bursts || backlogs) {
                run.inNewDirectory("databases", directory -> {
                    try (DurableDatabases made = DurableDatabases.open(kind, directory)) {
                        for (final Change change : bursts ? run.of(BurstSizes.CHANGES) : Set.<Change>of()) {
                            new ChangesPart(run, kind, change, findings).measure(directory, made);
                        }
                        if (backlogs) {
                            new BacklogPart(run, kind, made).measure(directory, findings);
                        }
                    }
                    return directory;
                });
            }
        }
    }
}
