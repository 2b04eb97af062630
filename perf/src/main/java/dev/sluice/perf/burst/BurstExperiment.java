package dev.sluice.perf.burst;

import dev.sluice.perf.report.Report;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import dev.sluice.perf.system.DurableDatabases;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Requests that come faster than a database takes them: what a burst costs the job, and what becomes of the backlog. */
public final class BurstExperiment implements Experiment {

    /** What is measured. */
    public enum Which {
        BURSTS,
        BACKLOGS,
        WRITERS
    }

    private final Set<Which> only;
    private final Set<DurableDatabases.Kind> databases;
    private final BurstSizes sizes;
    private final BacklogSizes backlogs;
    private final WritersPart writers;

    /**
     * @param only which parts
     * @param databases on which bursts are measured; backlogs are on the last one of them
     * @param sizes of the bursts
     * @param backlogs written and drained
     * @param writers of requests at a time
     */
    BurstExperiment(
            Set<Which> only,
            Set<DurableDatabases.Kind> databases,
            BurstSizes sizes,
            BacklogSizes backlogs,
            WritersPart writers) {
        this.only = EnumSet.copyOf(only);
        this.databases = EnumSet.copyOf(databases);
        this.sizes = sizes;
        this.backlogs = backlogs;
        this.writers = writers;
    }

    @Override
    public String name() {
        return "burst";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Findings findings = new Findings();
        findings.condition(
                "services",
                "each in a JVM of its own, with queues and a database of its own; the job in this JVM, as what is written by"
                        + " hand without queues");
        findings.condition(
                "checked",
                "each result is that of its update; in the end every table holds what the changes make of it in their order");
        for (final DurableDatabases.Kind kind : databases) {
            measure(run, kind, findings);
        }
        if (only.contains(Which.WRITERS)) {
            writers.measure(run, findings);
        }
        final Map<String, String> conditions = run.conditions();
        conditions.putAll(findings.conditions());
        return new Report(
                name(),
                "bursts of durable changes, and the backlog behind them",
                conditions,
                findings.tables(),
                findings.measurements(),
                findings.plots());
    }

    private void measure(Run run, DurableDatabases.Kind kind, Findings findings) throws Exception {
        final Path directory = run.newDirectory("burst");
        try (DurableDatabases made = DurableDatabases.open(kind, directory)) {
            if (only.contains(Which.BURSTS)) {
                new ChangesPart(kind, sizes).measure(run, directory, made, findings);
            }
            if (only.contains(Which.BACKLOGS) && kind == Collections.max(databases)) {
                new BacklogPart(kind, backlogs).measure(run, directory, made, findings);
            }
        } finally {
            Run.delete(directory);
        }
    }
}
