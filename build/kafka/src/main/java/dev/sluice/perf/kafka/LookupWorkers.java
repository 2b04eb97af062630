package dev.sluice.perf.kafka;

import dev.sluice.perf.kafka.ByHand.Commits;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Run;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All compared variants, by name. While one variant is measured, all other variants wait. Not thread-safe. */
record LookupWorkers(Map<String, LookupWorker> byName, Opened opened) implements AutoCloseable {

    static final String SLUICE = "Sluice on Kafka";
    static final String TUNED = "by hand, polls of 100 ms a transaction";
    static final String EACH_POLL = "by hand, each poll a transaction";
    static final String AT_LEAST_ONCE = "by hand, at least once";
    static final String CHRONICLE = "Sluice on Chronicle's queues";

    /** The options of each worker's JVM. The heap is larger than any of these JVMs needs. */
    private static final List<String> OPTIONS = List.of("-Xms256m", "-Xmx256m");

    static LookupWorkers open(Run run, Cluster cluster, Database database) throws Exception {
        final LookupWorkers ways = new LookupWorkers(new LinkedHashMap<>(), new Opened());
        try {
            run.progress().stage("kafka: starting gateways and loops");
            ways.add(SLUICE, new SluiceOnKafka(cluster, database, run.newDirectory("sluice"), OPTIONS));
            ways.add(TUNED, byHand(Commits.MANY_POLLS, run, cluster, database));
            ways.add(EACH_POLL, byHand(Commits.EACH_POLL, run, cluster, database));
            ways.add(AT_LEAST_ONCE, byHand(Commits.AT_LEAST_ONCE, run, cluster, database));
            ways.add(CHRONICLE, new SluiceOnChronicle(database, run.newDirectory("chronicle"), OPTIONS));
            return ways;
        } catch (final Exception e) {
            ways.close();
            throw e;
        }
    }

    private static LookupWorker byHand(Commits commits, Run run, Cluster cluster, Database database) throws Exception {
        return new LoopByHand(commits, cluster, database, run.newDirectory("by-hand"), OPTIONS);
    }

    private void add(String name, LookupWorker way) {
        byName.put(name, opened.add(way));
    }

    LookupWorker get(String name) {
        return byName.get(name);
    }

    @Override
    public void close() {
        opened.close();
    }
}
