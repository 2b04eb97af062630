package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurements;
import java.util.ArrayList;
import java.util.List;

/** A gateway or a broker is killed while a job asks: how long no new result comes. */
final class Restarts {

    private static final String ASSIGNED = "a gateway with the lane to itself";
    private static final String MEMBER = "a member of a group, by the same name";
    private static final String SPARE = "nobody starts it, another member has its lane next";
    private static final String BROKER = "the broker of the requests, one of three";

    private static final String FIRST_NEW = ", killed, until its first new result";
    private static final String WITHOUT = ", killed, longest time without a result";
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
            final KilledGateway assigned = opened.add(open("assigned", List.of()));
            final KilledGateway member = opened.add(open("member", List.of("first")));
            final KilledGateway members = opened.add(open("members", List.of("first", "second")));
            final List<Variant> variants = new ArrayList<>(List.of(
                    new Variant(ASSIGNED, figures -> take(assigned, figures)),
                    new Variant(MEMBER, figures -> take(member, figures)),
                    new Variant(SPARE, figures -> take(members, figures))));
            if (cluster.brokers().count() > 1) {
                variants.add(new Variant(BROKER, figures -> figures.add(WITHOUT, "s", assigned.killBroker())));
            }
            measured = run.inTurns("kafka, killed, ", 0, variants);
        }
        findings.add(measured.all());
        final List<String> gateways = List.of(ASSIGNED, MEMBER, SPARE);
        findings.table(
                "A gateway is killed while a job asks; seconds from the kill",
                gateways,
                new Columns<String>()
                        .with("gateway", name -> name)
                        .with("until the first new result", name -> measured.get(name + FIRST_NEW))
                        .with("until all asked before are answered", name -> measured.get(name + ALL_OLD)));
        final Findings.Rows targets = findings.table("Targets after a kill", "seconds", "here", "target");
        targets.target(measured.get(ASSIGNED + FIRST_NEW), "at most 4");
        targets.target(measured.get(MEMBER + FIRST_NEW), "at most 4");
        targets.target(measured.get(SPARE + FIRST_NEW), "at most 10");
        measured.find(BROKER + WITHOUT).ifPresent(broker -> targets.target(broker, "at most 15"));
    }

    private static void take(KilledGateway gateway, Variant.Figures figures) throws Exception {
        final KilledGateway.Restarted restarted = gateway.kill();
        figures.add(FIRST_NEW, "s", restarted.firstNew());
        figures.add(ALL_OLD, "s", restarted.allOld());
    }

    private KilledGateway open(String name, List<String> members) throws Exception {
        return new KilledGateway(name, members, cluster, database, run.newDirectory(name));
    }
}
