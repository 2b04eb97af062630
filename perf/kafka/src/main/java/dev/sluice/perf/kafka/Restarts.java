package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurements;
import java.util.List;

/** A gateway is killed while a job asks, and started again at once: how long no new result comes. */
final class Restarts {

    private static final String ASSIGNED = "a gateway with the lane to itself";
    private static final String MEMBER = "a member of a group, by the same name";

    private static final String FIRST_NEW = ", killed, until its first new result";
    private static final String ALL_OLD = ", killed, until all asked before are answered";

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
                            new Variant(ASSIGNED, figures -> take(assigned, figures)),
                            new Variant(MEMBER, figures -> take(member, figures))));
        }
        findings.add(measured.all());
        final List<String> gateways = List.of(ASSIGNED, MEMBER);
        findings.table(
                "A gateway is killed and started again at once; seconds from the kill",
                gateways,
                new Columns<String>()
                        .with("gateway", name -> name)
                        .with("until the first new result", name -> measured.get(name + FIRST_NEW))
                        .with("until all asked before are answered", name -> measured.get(name + ALL_OLD)));
        final Findings.Rows targets = findings.table("Targets of a restart", "seconds", "here", "target");
        gateways.forEach(name -> targets.target(measured.get(name + FIRST_NEW), "at most 4"));
    }

    private static void take(KilledGateway gateway, Variant.Figures figures) throws Exception {
        final KilledGateway.Restarted restarted = gateway.kill();
        figures.add(FIRST_NEW, "s", restarted.firstNew());
        figures.add(ALL_OLD, "s", restarted.allOld());
    }

    private KilledGateway open(String name, boolean member) throws Exception {
        return new KilledGateway(name, member, cluster, database, run.newDirectory(name));
    }
}
