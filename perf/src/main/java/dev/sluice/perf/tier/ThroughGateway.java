package dev.sluice.perf.tier;

import dev.sluice.api.NumberedRequests;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.perf.load.ExpectedResults;
import dev.sluice.perf.system.HostedGateways;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Through a gateway, which is opened over new queues for each time that it is measured. */
final class ThroughGateway implements Way {

    private static final String TEMPLATE = """
            name: tier
            queues:
              path: '%s'
            chunk:
              limit: %d
              callsInFlight: %d
            services:
              math:
                url: %s
                responseBytes: 64MB
            lookups:
              add:
                service: math
                request: {limit: %d}
                response: {columns: {value: double}}
              fit:
                service: math
                request: {limit: %d}
                response: {columns: {value: doubles}}
            """;

    private final HostedGateways host;
    private final Path directory;
    private final URI service;
    private final int chunk;
    private final int callsInFlight;
    private final Numbers first;
    private Optional<HostedGateways.Hosted> opened = Optional.empty();
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
        final Path queues = home.resolve("queues");
        opened = Optional.of(host.open(
                home,
                queues,
                TEMPLATE.formatted(queues.toAbsolutePath(), chunk, callsInFlight, service, chunk, chunk)));
        ask(first);
    }

    @Override
    public void close() {
        opened.ifPresent(HostedGateways.Hosted::close);
        opened = Optional.empty();
    }

    @Override
    public double[][] ask(Numbers numbers) throws IOException {
        final HostedGateways.Hosted gateway = opened.orElseThrow();
        final NumberedRequests requests = gateway.client().requests();
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
                throw new IllegalStateException("The result of " + request + " came behind " + count + " others");
            }
            final Row row = rows.only();
            final Object value = row.get(0);
            results[count++] = value instanceof double[] list ? list : new double[] {(Double) value};
        }
    }
}
