package dev.sluice.service.admin;

import dev.sluice.service.core.Histogram;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The histograms of a gateway: what the service thread counted into arrays, as Prometheus knows them. */
final class Histograms {

    private static final double NANOS = 1e9;
    private static final double ONE = 1;

    private Histograms() {}

    static void register(PrometheusRegistry registry, Observed gateway) {
        final Labels of = Labels.of("gateway", gateway.gateway());
        register(
                registry,
                "sluice_chunk_requests",
                "Requests of a chunk",
                ONE,
                points -> points.accept(of, gateway.chunks()));
        register(
                registry,
                "sluice_call_requests",
                "Requests that a call answered",
                ONE,
                points -> gateway.calls().forEach(backend -> {
                    points.accept(of.add("backend", backend.backend()).add("kind", "read"), backend.readRequests());
                    points.accept(of.add("backend", backend.backend()).add("kind", "update"), backend.updateRequests());
                }));
        register(
                registry,
                "sluice_request_waited_seconds",
                "From when a request was written until the call was made that answered it",
                NANOS,
                points -> gateway.requests()
                        .forEach(counts -> points.accept(of.add("name", counts.name()), counts.waitedNanos())));
        register(
                registry,
                "sluice_request_in_call_seconds",
                "How long the call took that answered a request",
                NANOS,
                points -> gateway.requests()
                        .forEach(counts -> points.accept(of.add("name", counts.name()), counts.inCallNanos())));
        register(
                registry,
                "sluice_request_seconds",
                "From when a request was written until its result was",
                NANOS,
                points -> gateway.requests()
                        .forEach(counts -> points.accept(of.add("name", counts.name()), counts.totalNanos())));
    }

    /**
     * Registers one.
     *
     * @param unit how many of what was counted make one of what is shown
     * @param points hands over the histogram of each set of labels
     */
    private static void register(
            PrometheusRegistry registry,
            String name,
            String help,
            double unit,
            Consumer<BiConsumer<Labels, Histogram>> points) {
        final Collector collector = () -> {
            final HistogramSnapshot.Builder snapshot =
                    HistogramSnapshot.builder().name(name).help(help);
            points.accept((labels, histogram) -> snapshot.dataPoint(point(labels, histogram, unit)));
            return snapshot.build();
        };
        registry.register(collector);
    }

    private static HistogramDataPointSnapshot point(Labels labels, Histogram histogram, double unit) {
        final ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        for (int i = 0; i <= histogram.size(); i++) {
            buckets.bucket(
                    i == histogram.size() ? Double.POSITIVE_INFINITY : histogram.bound(i) / unit, histogram.count(i));
        }
        return HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(buckets.build())
                .sum(histogram.sum() / unit)
                .build();
    }
}
