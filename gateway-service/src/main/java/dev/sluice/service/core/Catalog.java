package dev.sluice.service.core;

import dev.sluice.internal.wire.RequestFrame;

/** Finds the operation of a request. Called by the service thread only. */
public interface Catalog {

    /**
     * Returns the operation that a request names. Checks the arguments as far as that is possible without calling the backend.
     *
     * @throws RefusedException if the request can never be executed: its name is unknown, its arguments have a wrong number or
     *     wrong types, or it is not allowed
     */
    Operation resolve(RequestFrame request) throws RefusedException;
}
