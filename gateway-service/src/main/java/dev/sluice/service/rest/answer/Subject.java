package dev.sluice.service.rest.answer;

import dev.sluice.service.config.yaml.Secrets;

/**
 * The lookup or endpoint of a contract.
 *
 * @param secrets what the service may repeat of what it is sent, and messages do not
 *
 * @param event whether it sends events, rather than asks
 */
public record Subject(String name, String service, boolean event, Secrets secrets) {

    private static final int NAME = 60;
    private static final int MESSAGE = 500;

    /** A name that the service made, fit for messages. */
    String shown(String theirs) {
        return secrets.quoted(theirs, NAME);
    }

    /** The service's words on a failure, fit for messages. */
    public String message(String said) {
        return secrets.quoted(said, MESSAGE);
    }

    /** The name in messages. */
    @Override
    public String toString() {
        return (event ? "endpoint '" : "lookup '") + name + "' of service '" + service + "'";
    }
}
