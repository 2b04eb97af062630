package dev.sluice.service.rest;

import dev.sluice.service.config.DefaultContract;
import dev.sluice.service.config.RestConfig;
import dev.sluice.service.core.Footprint;
import java.util.Optional;
import java.util.Set;

/** A lookup and an endpoint with the default contract, of a service that nobody calls. */
final class AskedOperations implements AutoCloseable {

    private final RestBackend backend = new RestBackend(
            "test",
            RestSettings.of("http://localhost:1").config().rest().services().get("crm"),
            question -> "",
            () -> 0,
            () -> {});

    RestOperation lookup(int chunkLimit) {
        final Contract contract =
                Described.lookup(DefaultContract.lookup("customer")).contract();
        return new RestOperation(
                "customer",
                false,
                contract,
                Optional.empty(),
                Footprint.read("service crm", Optional.empty()),
                true,
                chunkLimit,
                backend,
                new Trouble.Answers(),
                System::nanoTime);
    }

    RestOperation endpoint(int chunkLimit) {
        final Contract contract = Described.endpoint(DefaultContract.endpoint("orders"), RestConfig.Payload.TEXT)
                .contract();
        return new RestOperation(
                "orders",
                true,
                contract,
                Optional.empty(),
                Footprint.update("service crm", Optional.of(Set.of()), Optional.empty()),
                true,
                chunkLimit,
                backend,
                new Trouble.Answers(),
                System::nanoTime);
    }

    @Override
    public void close() {
        backend.close();
    }
}
