package dev.sluice.service.rest;

import dev.sluice.service.config.DefaultContract;
import dev.sluice.service.config.RestDeclaration;
import dev.sluice.service.core.footprint.Footprint;
import java.util.Optional;
import java.util.Set;

/** A lookup and an endpoint with the default contract, of a service that nobody calls. */
final class AskedOperations implements AutoCloseable {

    private final RestBackend backend =
            new RestBackend("test", RestSettings.of("http://localhost:1").service(), question -> "", () -> 0, () -> {});

    RestOperation lookup(int chunkLimit) {
        final RestDeclaration declaration = Described.lookupDeclaration(DefaultContract.lookup("customer"));
        return operation(declaration, Footprint.read("service crm", Optional.empty()), chunkLimit);
    }

    RestOperation endpoint(int chunkLimit) {
        return operation(
                Described.endpointDeclaration(DefaultContract.endpoint("orders"), RestDeclaration.Payload.TEXT),
                Footprint.update("service crm", Optional.of(Set.of()), Optional.empty()),
                chunkLimit);
    }

    private RestOperation operation(RestDeclaration declaration, Footprint footprint, int chunkLimit) {
        return new RestOperation(
                declaration,
                Described.of(declaration).contract(),
                footprint,
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
