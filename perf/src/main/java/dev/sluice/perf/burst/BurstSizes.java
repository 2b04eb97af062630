package dev.sluice.perf.burst;

import dev.sluice.perf.lab.DurableDatabases.Kind;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import dev.sluice.perf.load.Change;
import java.util.List;
import java.util.Set;

/** The sizes of the experiment with bursts and backlogs. */
final class BurstSizes {

    static final Sizes ALL = new Sizes();

    static final Size<Set<Part>> ONLY = ALL.choice(Part.class, "only", "", "", "", "Which parts");
    static final Size<Set<Kind>> DATABASE =
            ALL.choice(Kind.class, "database", "", "", "", "Databases; backlogs are measured only on the last");
    static final Size<Set<Change>> CHANGES =
            ALL.choice(Change.class, "changes", "", "insert", "insert", "Kinds of changes");
    static final Size<Integer> UPDATES = ALL.count("updates", "200000", "5000", "60", "Changes in a burst");
    static final Size<Integer> SINGLES =
            ALL.count("singles", "10000", "500", "20", "Changes in a burst if the variant makes one change at a time");
    static final Size<List<Integer>> TRANSACTIONS =
            ALL.counts("transactions", "10,100,1000,5000", "1000", "25", "Changes that share a transaction");
    static final Size<Boolean> AT_LEAST_ONCE =
            ALL.flag("at-least-once", "Measures gateways without checkpoints beside those with exactly-once updates");
    static final Size<List<Integer>> BACKLOGS = ALL.counts(
            "backlogs", "200000,2000000,5000000", "100000", "2000", "Sizes of backlogs, written and then drained");
    static final Size<Boolean> BEYOND_MEMORY = ALL.flag(
            "beyond-memory",
            "Also measures a backlog whose requests exceed this machine's memory; takes long, and needs disk space of"
                    + " about twice the memory");
    static final Size<Integer> SECONDS =
            ALL.count("seconds", "20", "1", "1", "Seconds for which a job writes twice as fast as the gateway drains");

    private BurstSizes() {}

    /** The parts of the experiment. */
    enum Part {
        BURSTS,
        BACKLOGS
    }
}
