package dev.sluice.perf.tier;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.api.Requests;
import dev.sluice.api.Rows;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.JsonServer;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.load.InOrder;
import dev.sluice.testsupport.GatewayYaml;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Calls a function through a gateway, which is opened on new queues for each measurement. */
final class ThroughGateway implements FunctionVariant {

    /** A parser with the gateway's settings: decimal numbers are exact, and duplicate names are refused. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final Run run;
    private final HostedGateways gateways;
    private final GatewayYaml yaml;
    private final int chunk;
    private final Numbers first;
    private Numbers last;
    private Optional<Service> opened = Optional.empty();

    /** @param first the lists that are sent to warm up the gateway each time after it has been opened */
    ThroughGateway(Run run, HostedGateways gateways, URI service, int chunk, Numbers first) {
        this.run = run;
        this.gateways = gateways;
        this.yaml = new GatewayYaml("tier")
                .with("chunk.limit", chunk)
                .with("services.math.url", service)
                .with("services.math.callsInFlight", 1)
                .with("services.math.responseBytes", "64MB")
                .with("lookups.add.service", "math")
                .with("lookups.add.request.limit", chunk)
                .with("lookups.add.response.columns.value", "double")
                .with("lookups.fit.service", "math")
                .with("lookups.fit.request.limit", chunk)
                .with("lookups.fit.response.columns.value", "doubles");
        this.chunk = chunk;
        this.first = first;
        this.last = first;
    }

    @Override
    public void open() throws IOException, InterruptedException {
        opened = Optional.of(gateways.open(run.newDirectory("gateway"), yaml));
        ask(first);
    }

    @Override
    public void close() {
        opened.ifPresent(Service::close);
    }

    @Override
    public double[][] ask(Numbers numbers) {
        final Service gateway = opened.orElseThrow();
        final Requests requests = gateway.client().requests();
        final InOrder<double[]> received = new InOrder<>(requests, ThroughGateway::result);
        for (final double[] list : numbers.lists()) {
            requests.lookup(numbers.function().lookup(), (Object) list);
        }
        gateway.await(received);
        last = numbers;
        return received.results().toArray(double[][]::new);
    }

    private static double[] result(Rows rows) {
        final Object value = rows.only().get(0);
        return value instanceof double[] list ? list : new double[] {(Double) value};
    }

    /**
     * The gateway does not measure its time for JSON, so this method writes and parses the same bytes, in calls of the same size.
     */
    @Override
    public long jsonNanos() throws IOException {
        long nanos = 0;
        for (int from = 0; from < last.count(); from += chunk) {
            final int to = Math.min(last.count(), from + chunk);
            final byte[] response = items(last.results(), "value", from, to).toByteArray();
            final long start = System.nanoTime();
            final ByteArrayOutputStream request = items(last.lists(), "key", from, to);
            parse(response);
            nanos += System.nanoTime() - start;
            if (request.size() == 0) {
                throw new IllegalStateException("Nothing was written");
            }
        }
        return nanos;
    }

    private static ByteArrayOutputStream items(double[][] lists, String name, int from, int to) throws IOException {
        final List<Integer> items = IntStream.range(from, to).boxed().toList();
        return JsonServer.items(items, (json, i) -> write(json, i, name, lists[i]));
    }

    private static void write(JsonGenerator json, int id, String name, double[] list) throws IOException {
        json.writeNumberField("id", id);
        json.writeArrayFieldStart(name);
        for (final double number : list) {
            json.writeNumber(number);
        }
        json.writeEndArray();
    }

    private static void parse(byte[] response) throws IOException {
        double sum = 0;
        for (final JsonNode item : JSON.readTree(response).path("items")) {
            for (final JsonNode number : item.path("value")) {
                sum += number.decimalValue().doubleValue();
            }
        }
        if (Double.isNaN(sum)) {
            throw new IllegalStateException("A result is not a number");
        }
    }
}
