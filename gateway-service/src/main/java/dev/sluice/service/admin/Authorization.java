package dev.sluice.service.admin;

import dev.sluice.service.config.yaml.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/**
 * The {@code Authorization} header of an HTTP request.
 *
 * @param sent the value of the header; empty if the request has none
 */
public record Authorization(String sent) {

    private static final String BEARER = "Bearer ";
    private static final String BASIC = "Basic ";

    /** Returns whether the header is {@code Bearer} with the given token. */
    public boolean bears(Secret token) {
        return is(BEARER) && isSame(rest(BEARER), token);
    }

    /** Returns whether the header is {@code Basic} with the token as password, as browsers send it. Any user name is accepted. */
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

    /** Compares in a time that does not depend on where the two strings differ, so that the token cannot be guessed by timing. */
    private static boolean isSame(String text, Secret token) {
        return MessageDigest.isEqual(
                text.getBytes(StandardCharsets.UTF_8), token.value().getBytes(StandardCharsets.UTF_8));
    }
}
