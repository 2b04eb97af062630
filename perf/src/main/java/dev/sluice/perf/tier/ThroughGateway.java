package dev.sluice.perf.tier;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.load.ExpectedResults;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Through a gateway, which is opened over new queues for each time that it is measured. */
final class ThroughGateway implements Way {

    private final HostedGateways host;
    private final Path directory;
    private final URI service;
    private final int chunk;
    private final int callsInFlight;
    private final Numbers first;
    private Optional<Service> opened = Optional.empty();
    private Numbers last;

    /** @param first asked once it is open */
    ThroughGateway(HostedGateways host, Path directory, URI service, int chunk, int callsInFlight, Numbers first) {
        this.host = host;
        this.directory = directory;
        this.service = service;
        this.chunk = chunk;
        this.callsInFlight = callsInFlight;
        this.first = first;
        this.last = first;
    }

    @Override
    public boolean overlaps() {
        return callsInFlight > 1;
    }

    @Override
    public void open() throws IOException, InterruptedException {
        final Path home = Files.createTempDirectory(directory, "gateway-");
        opened = Optional.of(host.open(
                home,
                new GatewayYaml("tier", home.resolve("queues"))
                        .with("chunk.limit", chunk)
                        .with("services.math.url", service)
                        .with("services.math.callsInFlight", callsInFlight)
                        .with("services.math.responseBytes", "64MB")
                        .with("lookups.add.service", "math")
                        .with("lookups.add.request.limit", chunk)
                        .with("lookups.add.response.columns.value", "double")
                        .with("lookups.fit.service", "math")
                        .with("lookups.fit.request.limit", chunk)
                        .with("lookups.fit.response.columns.value", "doubles")));
        ask(first);
    }

    @Override
    public void close() {
        opened.ifPresent(Service::close);
        opened = Optional.empty();
    }

    @Override
    public double[][] ask(Numbers numbers) throws IOException {
        final Service gateway = opened.orElseThrow();
        final Requests requests = gateway.client().requests();
        final Received received = new Received(numbers.count(), requests.lastSequence() + 1);
        for (final double[] list : numbers.lists()) {
            requests.lookup(numbers.function().lookup(), (Object) list);
        }
        gateway.await(received);
        last = numbers;
        return received.results;
    }

    /** The gateway does not time itself: the same writing and parsing is timed here. */
    @Override
    public long jsonNanos() throws IOException {
        return GatewayJson.nanos(last, chunk);
    }

    /** The results, in order. */
    private static final class Received implements ExpectedResults {

        private final double[][] results;
        private final long firstSequence;
        private int count;

        Received(int size, long firstSequence) {
            this.results = new double[size][];
            this.firstSequence = firstSequence;
        }

        @Override
        public void rows(RequestRef request, Rows rows) {
            if (request.sequence() - firstSequence != count) {
                throw new IllegalStateException("The result of " + request + " came after " + count + " others");
            }
            final Row row = rows.only();
            final Object value = row.get(0);
            results[count++] = value instanceof double[] list ? list : new double[] {(Double) value};
        }
    }
}
