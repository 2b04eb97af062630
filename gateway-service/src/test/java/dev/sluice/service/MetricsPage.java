package dev.sluice.service;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.hawkular.agent.prometheus.text.TextPrometheusMetricsProcessor;
import org.hawkular.agent.prometheus.types.Counter;
import org.hawkular.agent.prometheus.types.Gauge;
import org.hawkular.agent.prometheus.types.Histogram;
import org.hawkular.agent.prometheus.types.Metric;
import org.hawkular.agent.prometheus.types.MetricFamily;
import org.hawkular.agent.prometheus.walkers.CollectorPrometheusMetricsWalker;

/** The metrics of a running gateway, read over HTTP and by a parser of Prometheus's text format that is not ours. */
public final class MetricsPage {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final List<MetricFamily> families;

    private MetricsPage(String text) {
        final CollectorPrometheusMetricsWalker walker = new CollectorPrometheusMetricsWalker();
        new TextPrometheusMetricsProcessor(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), walker)
                .walk();
        families = walker.getAllMetricFamilies();
    }

    public static MetricsPage of(URI server) throws IOException, InterruptedException {
        final HttpResponse<String> response = get(server, "/metrics");
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + ": " + response.body());
        }
        return new MetricsPage(response.body());
    }

    /** What is at a path, with perhaps one header's name and value. */
    public static HttpResponse<String> get(URI server, String path, String... header)
            throws IOException, InterruptedException {
        final HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path));
        return HTTP.send((header.length == 0 ? request : request.headers(header)).build(), BodyHandlers.ofString());
    }

    /** The names of all metrics. */
    public Set<String> names() {
        final Set<String> names = new TreeSet<>();
        families.forEach(family -> names.add(family.getName()));
        return names;
    }

    /** Every value that one label has. */
    Set<String> labels(String name, String label) {
        final Set<String> values = new TreeSet<>();
        metrics(name).forEach(metric -> values.add(metric.getLabels().get(label)));
        return values;
    }

    /** The names of the labels that a metric has. */
    Set<String> labelNames(String name) {
        final Set<String> labels = new TreeSet<>();
        metrics(name).forEach(metric -> labels.addAll(metric.getLabels().keySet()));
        return labels;
    }

    /** The value of a counter or gauge with these labels, names and values in turn. */
    public double value(String name, String... labels) {
        final Metric metric = metric(name, labels);
        return metric instanceof Counter counter ? counter.getValue() : ((Gauge) metric).getValue();
    }

    Histogram histogram(String name, String... labels) {
        return (Histogram) metric(name, labels);
    }

    private Metric metric(String name, String... labels) {
        final List<Metric> found = metrics(name).stream()
                .filter(metric -> has(metric.getLabels(), labels))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " of " + name + List.of(labels) + " in " + names());
        }
        return found.get(0);
    }

    private List<Metric> metrics(String name) {
        return families.stream()
                .filter(family -> family.getName().equals(name))
                .flatMap(family -> family.getMetrics().stream())
                .toList();
    }

    private static boolean has(Map<String, String> all, String... labels) {
        for (int i = 0; i < labels.length; i += 2) {
            if (!labels[i + 1].equals(all.get(labels[i]))) {
                return false;
            }
        }
        return true;
    }
}
