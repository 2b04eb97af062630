package dev.sluice.service.rest.answer;

import dev.sluice.service.config.yaml.Secrets;

/**
 * The lookup or endpoint to which a contract belongs.
 *
 * @param secrets the secrets sent to the service; messages must mask them, because the service may repeat them
 *
 * @param event true for an endpoint, to which events are sent; false for a lookup
 */
public record Subject(String name, String service, boolean event, Secrets secrets) {

    private static final int NAME = 60;
    private static final int MESSAGE = 500;

    /** Returns a name from the service, masked and shortened for messages. */
    String shown(String theirs) {
        return secrets.quoted(theirs, NAME);
    }

    /** Returns the service's text on a failure, masked and shortened for messages. */
    public String message(String said) {
        return secrets.quoted(said, MESSAGE);
    }

    /** Returns the name for messages. */
    @Override
    public String toString() {
        return (event ? "endpoint '" : "lookup '") + name + "' of service '" + service + "'";
    }
}
