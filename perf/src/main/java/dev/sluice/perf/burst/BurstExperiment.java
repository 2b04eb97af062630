package dev.sluice.perf.burst;

import dev.sluice.perf.lab.DurableDatabases;
import dev.sluice.perf.lab.DurableDatabases.Kind;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.load.Change;
import dev.sluice.perf.report.Findings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** Requests that come faster than a database takes them: what a burst costs the job, and what becomes of the backlog. */
public final class BurstExperiment implements Experiment {

    /** What is measured. */
    enum Part {
        BURSTS,
        BACKLOGS,
        WRITERS,
        SYNC
    }

    static final Size<Set<Part>> ONLY =
            Size.choice(Part.class, "only", "", "bursts,backlogs,writers", "", "Which parts");
    static final Size<Set<Kind>> DATABASE =
            Size.choice(Kind.class, "database", "", "", "", "On files, or with fsync; backlogs on the last one");
    static final Size<Set<Change>> CHANGES =
            Size.choice(Change.class, "changes", "insert,update", "insert", "insert", "Kinds of changes");
    static final Size<Integer> UPDATES = Size.count("updates", "200000", "5000", "60", "Changes in a burst");
    static final Size<Integer> SINGLES =
            Size.count("singles", "10000", "500", "20", "Changes in a burst where one is made at a time");
    static final Size<List<Integer>> TRANSACTIONS =
            Size.counts("transactions", "10,100,1000,5000", "1000", "25", "Changes that share a transaction");
    static final Size<Boolean> AT_LEAST_ONCE =
            Size.flag("at-least-once", "Measures gateways without checkpoints beside those with exactly-once updates");
    static final Size<Duration> LATENCY =
            Size.latency("latency", "0ms", "Round trip of a simulated network before PostgreSQL");
    static final Size<List<Integer>> BACKLOGS = Size.counts(
            "backlogs", "200000,2000000,5000000", "100000", "2000", "Sizes of backlogs, written and then drained");
    static final Size<Boolean> BEYOND_MEMORY = Size.flag(
            "beyond-memory",
            "Measures a backlog whose requests are larger than this machine's memory, too; takes long, and twice as much"
                    + " room on the disk");
    static final Size<OptionalInt> RATE = Size.countOrAuto(
            "rate",
            Size.AUTO,
            "1000",
            "Requests a second of a job that writes faster than the gateway drains; auto is about twice as fast");
    static final Size<Integer> SECONDS = Size.count("seconds", "20", "1", "1", "How long that job goes on");
    static final Size<String> HEAP = Size.text("heap", "256m", "-Xmx of job and gateway where backlogs are measured");
    static final Size<List<Integer>> WRITERS =
            Size.counts("writers", "1,2,4,8", "1,2", "1,2", "Threads, and processes, that write at a time");
    static final Size<Integer> WRITTEN =
            Size.count("written", "1000000", "200000", "500", "Requests that these write in each measurement");
    static final Size<Integer> SYNCED =
            Size.count("synced", "200000", "50000", "500", "Requests in each measurement of syncing");

    @Override
    public String name() {
        return "burst";
    }

    @Override
    public String title() {
        return "bursts of durable changes, and the backlog behind them";
    }

    @Override
    public List<Size<?>> sizes() {
        return List.of(
                ONLY,
                DATABASE,
                CHANGES,
                UPDATES,
                SINGLES,
                TRANSACTIONS,
                AT_LEAST_ONCE,
                LATENCY,
                BACKLOGS,
                BEYOND_MEMORY,
                RATE,
                SECONDS,
                HEAP,
                WRITERS,
                WRITTEN,
                SYNCED);
    }

    @Override
    public void run(Run run, Findings findings) throws Exception {
        final Set<Part> only = run.of(ONLY);
        findings.condition(
                "services",
                "each in a JVM of its own, with queues and a database of its own; the job in this JVM, as what is written by"
                        + " hand without queues");
        findings.condition(
                "checked",
                "each result is that of its update; in the end every table holds what the changes make of it in their order");
        for (final Kind kind : run.of(DATABASE)) {
            measure(run, kind, only, findings);
        }
        if (only.contains(Part.WRITERS)) {
            new WritersPart(run).measure(findings);
        }
        if (only.contains(Part.SYNC)) {
            new SyncPart(run).measure(findings);
        }
    }

    private static void measure(Run run, Kind kind, Set<Part> only, Findings findings) throws Exception {
        final boolean backlogs = only.contains(Part.BACKLOGS) && kind == Collections.max(run.of(DATABASE));
        if (!backlogs && !only.contains(Part.BURSTS)) {
            return;
        }
        final Path directory = run.newDirectory("databases");
        try (DurableDatabases made = DurableDatabases.open(kind, directory)) {
            if (only.contains(Part.BURSTS)) {
                new ChangesPart(run, kind).measure(directory, made, findings);
            }
            if (backlogs) {
                new BacklogPart(run, kind, made).measure(directory, findings);
            }
        } finally {
            Run.delete(directory);
        }
    }
}
