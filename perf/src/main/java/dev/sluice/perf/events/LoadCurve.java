package dev.sluice.perf.events;

import dev.sluice.perf.report.LatencyByLoad;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Plot.Axis;
import dev.sluice.perf.report.Table;
import java.io.IOException;
import java.util.List;

/** How long an event takes, against how many come in a second. */
final class LoadCurve {

    /** At most; three curves each are enough for one picture. */
    static final List<Way> WAYS = List.of(Way.GATEWAY, Way.POOL_OF_10, Way.ASYNC_WORKER);

    private final EventsSizes sizes;
    private final List<Way> ways;
    private final LatencyByLoad latencies;

    LoadCurve(EventsSizes sizes) {
        this.sizes = sizes;
        this.ways = sizes.among(WAYS);
        this.latencies = new LatencyByLoad(ways.stream().map(Way::label).toList(), sizes.loads(), sizes.loadMillis());
    }

    void measure(Senders senders) throws IOException, InterruptedException {
        for (final int load : sizes.loads()) {
            senders.inTurns(
                    load + " a second",
                    sizes.curveRepetitions(),
                    ways.stream()
                            .filter(way -> latencies.left().contains(way.label()))
                            .toList(),
                    way -> Load.atRate(load, sizes.loadMillis()),
                    (way, delivery) -> latencies.add(
                            way.label(),
                            load,
                            delivery.sent().latencies(),
                            delivery.sent().tookNanos()));
            latencies.done(load, sizes.curveRepetitions());
        }
    }

    List<Measurement> measurements() {
        return latencies.measurements();
    }

    Table table() {
        return latencies.table("Against load: ms until the sender knows", "events a second");
    }

    Plot plot() {
        return latencies.plot(
                "events-latency",
                "Until the sender knows that an event has arrived, against load",
                Axis.log("events a second"),
                Axis.log("ms, from the moment at which it was to be sent"));
    }
}
