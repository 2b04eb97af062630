package dev.sluice.service.rest;

/**
 * What a contract is for.
 *
 * @param event whether it sends events, rather than asks
 */
record Subject(String name, String service, boolean event) {

    /** As messages name it. */
    @Override
    public String toString() {
        return (event ? "endpoint '" : "lookup '") + name + "' of service '" + service + "'";
    }
}
