package dev.sluice.service.core;

import dev.sluice.internal.wire.RequestFrame;

/** Knows what can be asked: turns a request into its operation. Called by the service thread only. */
public interface Catalog {

    /**
     * The operation a request asks for, its arguments checked as far as they can be without asking.
     *
     * @throws RefusedException if it can never be asked: unknown name, wrong number or types of arguments, not allowed
     */
    Operation resolve(RequestFrame request) throws RefusedException;
}
