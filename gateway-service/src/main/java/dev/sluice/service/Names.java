package dev.sluice.service;

/** Names of requests as messages show them: statements may be long. */
final class Names {

    private static final int SHOWN = 100;

    private Names() {}

    static String shown(String name) {
        return name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "…";
    }
}
