package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.Database;
import dev.sluice.perf.lab.Opened;
import dev.sluice.perf.lab.Run;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Two lanes of the same topics, each with a gateway in a JVM of its own, and half of what is asked. */
final class TwoLanes implements Way {

    private static final String NAME = "lanes";

    private final Opened opened = new Opened();
    private final List<SluiceOnKafka> lanes;

    TwoLanes(Run run, Cluster cluster, Database database) throws Exception {
        cluster.createLanes(NAME, 2);
        try {
            this.lanes = List.of(open(0, run, cluster, database), open(1, run, cluster, database));
        } catch (final Exception e) {
            opened.close();
            throw e;
        }
    }

    private SluiceOnKafka open(int lane, Run run, Cluster cluster, Database database) throws Exception {
        return opened.add(new SluiceOnKafka(
                cluster, NAME, lane, database, run.newDirectory(NAME + "-" + lane), SluiceOnKafka.OPTIONS));
    }

    @Override
    public List<ChildJvm> workers() {
        return lanes.stream().flatMap(lane -> lane.workers().stream()).toList();
    }

    @Override
    public void ask(long[] ids) {
        lanes.get(0).ask(Arrays.copyOf(ids, ids.length / 2));
        lanes.get(1).ask(Arrays.copyOfRange(ids, ids.length / 2, ids.length));
    }

    /** Reads both at the same time. */
    @Override
    public void await() {
        CompletableFuture.allOf(lanes.stream()
                        .map(lane -> CompletableFuture.runAsync(lane::await))
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    @Override
    public void check() {
        lanes.forEach(SluiceOnKafka::check);
    }

    @Override
    public Account ask(long id) {
        return lanes.get(0).ask(id);
    }

    @Override
    public void close() {
        opened.close();
    }
}
