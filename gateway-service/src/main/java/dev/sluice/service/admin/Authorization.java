package dev.sluice.service.admin;

import dev.sluice.service.config.yaml.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/**
 * The header of that name.
 *
 * @param sent its value; empty without one
 */
public record Authorization(String sent) {

    private static final String BEARER = "Bearer ";
    private static final String BASIC = "Basic ";

    /** Whether it is {@code Bearer} with that token. */
    public boolean bears(Secret token) {
        return is(BEARER) && isSame(rest(BEARER), token);
    }

    /** Whether it is {@code Basic} with that token as password: a browser sends no other. The user's name is anybody's. */
    boolean hasPassword(Secret token) {
        if (!is(BASIC)) {
            return false;
        }
        try {
            final String both = new String(Base64.getDecoder().decode(rest(BASIC)), StandardCharsets.UTF_8);
            return isSame(both.substring(both.indexOf(':') + 1), token);
        } catch (final IllegalArgumentException e) {
            return false;
        }
    }

    private boolean is(String scheme) {
        return sent.regionMatches(true, 0, scheme, 0, scheme.length());
    }

    private String rest(String scheme) {
        return sent.substring(scheme.length()).strip();
    }

    /** How long it takes tells nothing of where they differ. */
    private static boolean isSame(String text, Secret token) {
        return MessageDigest.isEqual(
                text.getBytes(StandardCharsets.UTF_8), token.value().getBytes(StandardCharsets.UTF_8));
    }
}
