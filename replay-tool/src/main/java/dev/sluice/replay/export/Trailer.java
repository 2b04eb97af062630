package dev.sluice.replay.export;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The last line of an export file, without which it is not whole; the names of its members are those of the JSON.
 *
 * @param requests how many requests are in the file
 * @param results how many results
 * @param first the position of the first request; empty if there is none
 * @param last the position of the last request; empty if there is none
 * @param sha256 of all lines before this one, unpacked: hexadecimal
 */
public record Trailer(long requests, long results, String first, String last, String sha256) {

    /** The member that no other line has. */
    static final String MARK = "sha256";

    /** A new digest for {@link #sha256}. */
    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }
}
