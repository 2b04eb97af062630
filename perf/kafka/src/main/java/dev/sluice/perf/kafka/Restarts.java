package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import java.util.List;

/** A gateway is killed while a job asks, and started again at once: how long no new result comes. */
final class Restarts {

    private static final String ASSIGNED = "a gateway with the lane to itself";
    private static final String MEMBER = "a member of a group, by the same name";

    private final Run run;
    private final Cluster cluster;
    private final Database database;

    Restarts(Run run, Cluster cluster, Database database) {
        this.run = run;
        this.cluster = cluster;
        this.database = database;
    }

    void measure(Findings findings) throws Exception {
        final Measurements measured;
        try (Opened opened = new Opened()) {
            run.progress().stage("kafka: starting gateways that are killed");
            final KilledGateway assigned = opened.add(open("assigned", false));
            final KilledGateway member = opened.add(open("member", true));
            measured = run.inTurns(
                    "kafka, a gateway is killed, ",
                    0,
                    List.of(
                            Variant.of(ASSIGNED, "s", assigned::secondsUntilNewResult),
                            Variant.of(MEMBER, "s", member::secondsUntilNewResult)));
        }
        findings.add(measured.all());
        findings.table(
                "A gateway is killed and started again at once; s until the first new result",
                measured.all(),
                new Columns<Measurement>().with("gateway", Measurement::name).with("s", one -> one));
        final Findings.Rows targets = findings.table("Targets of a restart", "gateway", "s", "target");
        measured.all().forEach(one -> targets.target(one, "at most 4"));
    }

    private KilledGateway open(String name, boolean member) throws Exception {
        return new KilledGateway(name, member, cluster, database, run.newDirectory(name));
    }
}
