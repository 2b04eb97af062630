package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurements;
import java.util.List;
import java.util.Random;

/** The heap of a gateway while few requests wait, and while many do. */
final class HeapOfBacklogs {

    private static final String NAME = "backlog";
    private static final int MANY_TO_FEW = 50;

    private final Run run;
    private final Random random;

    HeapOfBacklogs(Run run) {
        this.run = run;
        this.random = new Random(run.seed());
    }

    void measure(Cluster cluster, Database database, Findings findings) throws Exception {
        final int many = run.of(KafkaSizes.WAITING);
        final String ofFew = waiting(many / MANY_TO_FEW);
        final String ofMany = waiting(many);
        final Measurements measured;
        cluster.createLanes(NAME, 1);
        try (SluiceOnKafka gateway =
                new SluiceOnKafka(cluster, NAME, 0, database, run.newDirectory(NAME), SluiceOnKafka.OPTIONS)) {
            measured = run.inTurns(
                    "kafka, heap, ",
                    0,
                    List.of(
                            new Variant(ofFew, figures -> take(gateway, many / MANY_TO_FEW, figures)),
                            new Variant(ofMany, figures -> take(gateway, many, figures))));
        }
        findings.add(measured.all());
        findings.table(
                "Heap of a gateway that works, in use after a collection, the most of ten looks; MB, of 256",
                List.of(ofFew, ofMany),
                new Columns<String>().with("requests", name -> name).with("MB", measured::get));
        findings.targets("Target of the heap")
                .target(
                        findings.add(measured.get(ofMany).over(measured.get(ofFew), "heap with many waiting to few")),
                        "at most 1.5");
    }

    private static String waiting(int count) {
        return String.format("%,d wait", count);
    }

    private void take(SluiceOnKafka gateway, int count, Variant.Figures figures) throws Exception {
        Throughput.askStopped(gateway, Account.ids(count, random));
        Throughput.signal(gateway, "CONT");
        figures.add("", "MB", gateway.mostHeap() / 1e6);
    }
}
