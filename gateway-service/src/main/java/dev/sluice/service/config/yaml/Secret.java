package dev.sluice.service.config.yaml;

/**
 * A value that is never printed.
 *
 * @param value the value itself, to be read only where it is used
 */
public record Secret(String value) {

    @Override
    public String toString() {
        return "***";
    }
}
