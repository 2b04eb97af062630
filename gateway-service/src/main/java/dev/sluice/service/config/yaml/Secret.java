package dev.sluice.service.config.yaml;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A value that is never printed.
 *
 * @param value the value itself; ask for it where it is used and nowhere else
 */
public record Secret(String value) {

    /** Whether that text is it; how long the answer takes tells nothing of where they differ. */
    public boolean isSame(String text) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "***";
    }
}
