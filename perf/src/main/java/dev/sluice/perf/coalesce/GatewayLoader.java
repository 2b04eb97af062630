package dev.sluice.perf.coalesce;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Rows;
import dev.sluice.perf.lab.Service;
import dev.sluice.perf.load.ExpectedResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Through a gateway: one thread writes all requests, then reads their results. The gateway is opened for each time it is
 * measured, over new queues, and asked for one key then: an open one without work costs CPU that others are measured with.
 */
final class GatewayLoader implements Loader {

    private static final long[] FIRST_KEY = {0};

    private final GatewaySettings settings;
    private final CoalesceExperiment.Systems systems;
    private Optional<Service> opened = Optional.empty();

    GatewayLoader(GatewaySettings settings, CoalesceExperiment.Systems systems) {
        this.settings = settings;
        this.systems = systems;
    }

    @Override
    public void open() throws IOException, InterruptedException {
        final Path home = Files.createTempDirectory(systems.directory(), "gateway-");
        opened = Optional.of(systems.host().open(home, settings.yaml(home.resolve("queues"), systems.url())));
        load(FIRST_KEY);
    }

    @Override
    public void close() {
        opened.ifPresent(Service::close);
        opened = Optional.empty();
    }

    @Override
    public List<String> load(long[] keys) {
        final Service gateway = opened.orElseThrow();
        final Requests requests = gateway.client().requests();
        final Names names = new Names(keys.length, requests.lastSequence() + 1);
        for (final long key : keys) {
            requests.lookup(SlowNames.LOOKUP, key);
        }
        gateway.await(names);
        return names.names;
    }

    /** The names in the order of their requests. */
    private static final class Names implements ExpectedResults {

        private final List<String> names;
        private final long firstSequence;

        Names(int size, long firstSequence) {
            this.names = new ArrayList<>(size);
            this.firstSequence = firstSequence;
        }

        @Override
        public void rows(RequestRef request, Rows rows) {
            if (request.sequence() - firstSequence != names.size()) {
                throw new IllegalStateException("The result of " + request + " came after " + names.size() + " others");
            }
            names.add(rows.only().getString("name"));
        }
    }
}
