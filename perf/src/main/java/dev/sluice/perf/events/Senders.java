package dev.sluice.perf.events;

import dev.sluice.perf.events.SenderJvm.Batching;
import dev.sluice.perf.events.SenderJvm.Delivery;
import dev.sluice.perf.events.SenderJvm.Load;
import dev.sluice.perf.lab.Run;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Several senders before one sink, each waiting while another one sends. */
final class Senders implements AutoCloseable {

    private final Run run;
    private final Map<Way, SenderJvm> senders = new EnumMap<>(Way.class);

    private Senders(Run run) {
        this.run = run;
    }

    /** Starts them all at a time, and has each send for a while, so that it is compiled. */
    static Senders start(Run run, List<Way> ways, EventSink.Jvm sink, int limit)
            throws IOException, InterruptedException {
        final Batching batching =
                new Batching(limit, run.of(EventsExperiment.INTERVAL), run.of(EventsExperiment.CALLS_IN_FLIGHT));
        final int warmUpMillis = run.of(EventsExperiment.WARM_UP);
        final Senders senders = new Senders(run);
        try {
            run.progress().stage("events, batches of " + limit + ": start");
            for (final Way way : ways) {
                senders.senders.put(way, SenderJvm.start(way, run.directory(), sink, batching));
            }
            for (final Way way : ways) {
                run.progress().stage("events, " + way + ": warm-up");
                senders.senders.get(way).send(Load.fullSpeed(way.throughGateway() ? 3L * warmUpMillis : warmUpMillis));
            }
            return senders;
        } catch (final IOException | InterruptedException | RuntimeException e) {
            senders.close();
            throw e;
        }
    }

    /** Has some of them send in turns. */
    void inTurns(
            String stage, int repetitions, List<Way> ways, Function<Way, Load> loads, BiConsumer<Way, Delivery> taker)
            throws Exception {
        run.takeTurns(
                "events, " + stage + ", ",
                0,
                repetitions,
                ways,
                (way, kept) -> taker.accept(way, senders.get(way).send(loads.apply(way))));
    }

    @Override
    public void close() {
        senders.values().forEach(SenderJvm::close);
    }
}
