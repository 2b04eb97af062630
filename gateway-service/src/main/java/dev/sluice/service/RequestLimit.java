package dev.sluice.service;

import dev.sluice.api.FailureKind;
import dev.sluice.service.chunk.Catalog;
import dev.sluice.service.chunk.Operation;
import dev.sluice.service.chunk.RefusedException;
import dev.sluice.wire.RequestFrame;

/** Refuses requests beyond the gateway's limit: a job may have been opened with a larger one. */
final class RequestLimit implements Catalog {

    private final Catalog catalog;
    private final long limit;

    /**
     * @param catalog resolves the others
     * @param limit the most bytes of name and arguments, as encoded
     */
    RequestLimit(Catalog catalog, long limit) {
        this.catalog = catalog;
        this.limit = limit;
    }

    @Override
    public Operation resolve(RequestFrame request) throws RefusedException {
        final long size = (long) request.arguments().size() + request.name().length();
        if (size > limit) {
            throw new RefusedException(
                    FailureKind.TOO_LARGE,
                    "The request to '" + Names.shown(request.name()) + "' has " + size
                            + " bytes; the gateway takes at most " + limit + " (limits.requestBytes)");
        }
        return catalog.resolve(request);
    }
}
