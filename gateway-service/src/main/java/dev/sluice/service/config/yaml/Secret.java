package dev.sluice.service.config.yaml;

/**
 * A value that is never printed.
 *
 * @param value the value itself; ask for it where it is used and nowhere else
 */
public record Secret(String value) {

    @Override
    public String toString() {
        return "***";
    }
}
