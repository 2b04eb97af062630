package dev.sluice.service.config.yaml;

import java.util.Optional;

/**
 * A key of the configuration: the only place that says how its value is written, its default, and what it is for. The
 * reader, the comments of {@code config/gateway.yaml} (a test compares them) and the manual take it from here.
 *
 * @param byDefault the value when the key is left out, if there is one
 * @param whenLeftOut the default in words
 * @param list whether the value is a list of what the format describes
 * @param about what the key is for and what a bad choice costs
 */
public record Key<T>(
        String name, Format<T> format, Optional<T> byDefault, String whenLeftOut, boolean list, String about) {

    /** Everything a user needs to know to set the key. */
    public String describe() {
        return about + " " + whenLeftOut + "; " + (list ? "a list, each " : "") + format.expects() + ".";
    }
}
