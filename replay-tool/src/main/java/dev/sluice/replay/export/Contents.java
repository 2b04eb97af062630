package dev.sluice.replay.export;

import java.util.List;

/**
 * What an export file was made to hold.
 *
 * @param from where it begins, as it was asked for; empty for the first there is
 * @param to where it ends, as it was asked for; empty for the last there is
 * @param complete whether it is everything between
 * @param firstRequest whether no request was ever written before the first one of the file
 * @param firstResult whether no result was ever written before the first one of the file
 * @param masked what was masked; empty if nothing
 */
public record Contents(
        String from, String to, boolean complete, boolean firstRequest, boolean firstResult, List<String> masked) {

    public Contents {
        masked = List.copyOf(masked);
    }
}
