package dev.sluice.examples;

// [quickstart]
import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.client.GatewayClient;
import java.nio.file.Path;

/** Sends lookups to the gateway of config/gateway.yaml, which runs in another terminal in the same directory. */
public final class Quickstart implements Results {

    public static void main(String[] args) {
        try (GatewayClient gateway = GatewayClient.open(Path.of("data/queues"))) {
            final Requests requests = gateway.requests();
            for (long id = 1; id <= 3; id++) {
                requests.lookup("customer", id);
                requests.lookup("address", id);
            }
            requests.lookup("customer", 4711L);
            gateway.awaitAll(new Quickstart());
        }
    }

    @Override
    public void rows(RequestRef request, Rows rows) {
        System.out.println(request.name() + " " + rows.only());
    }

    @Override
    public void notFound(RequestRef request) {
        System.out.println(request.name() + " not found");
    }

    @Override
    public void updated(RequestRef request, long count) {
        System.out.println(request.name() + " changed " + count);
    }

    @Override
    public void failed(RequestRef request, Failure failure) {
        System.out.println(request.name() + " failed: " + failure.message());
    }
}
// [/quickstart]
