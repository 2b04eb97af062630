package dev.sluice.service.rest;

import dev.sluice.api.Failure;
import dev.sluice.service.config.yaml.Secrets;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.rest.Part.Asked;

/**
 * What is said of a call, and of an item that fails: always which lookup or endpoint, of which service.
 *
 * @param service its name
 */
record ItemFailures(String service, RestOperation operation) {

    /** Of the arguments. */
    private static final int SHOWN = 200;

    /** A reason with the lookup or endpoint that it is about. */
    String about(String reason) {
        return operation + ": " + reason;
    }

    /** @param retryable whether asking again may help */
    Outcome of(Asked one, Verdict.Doubt why, boolean retryable) {
        return new Outcome.Failed(new Failure(
                why.kind(),
                why.code(),
                operation + " " + Secrets.NONE.quoted(one.item().arguments().toString(), SHOWN) + " of service '"
                        + service + "': " + why.reason(),
                retryable));
    }
}
