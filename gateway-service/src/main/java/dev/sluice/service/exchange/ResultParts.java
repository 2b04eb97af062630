package dev.sluice.service.exchange;

import dev.sluice.api.Failure;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.ResultFrame;
import java.util.Locale;
import java.util.Optional;

/**
 * The parts of a result.
 *
 * @param kind rows, not_found, updated, replied or failed
 * @param rows those found, or the reply
 * @param count the rows changed
 * @param failure why it failed
 */
public record ResultParts(String kind, Optional<Rows> rows, Optional<Long> count, Optional<Failure> failure) {

    /** The word for a request without a result. */
    public static final String WAITING = "waiting";

    /** Takes a result apart. */
    public static ResultParts of(ResultFrame result) {
        final ResultFrame.Body body = result.body();
        Optional<Rows> rows = Optional.empty();
        if (body instanceof ResultFrame.Found found) {
            rows = Optional.of(found.rows());
        } else if (body instanceof ResultFrame.Replied replied) {
            rows = Optional.of(replied.reply());
        }
        return new ResultParts(
                result.kind().name().toLowerCase(Locale.ROOT),
                rows,
                body instanceof ResultFrame.Updated updated ? Optional.of(updated.count()) : Optional.empty(),
                body instanceof ResultFrame.Failed failed ? Optional.of(failed.failure()) : Optional.empty());
    }

    /** The rows that an update changed, or returns; empty if it failed. */
    public Optional<Long> changed() {
        return count.or(() -> rows.map(its -> (long) its.size()));
    }

    /** In a few words, for a person. */
    String text() {
        return switch (kind) {
            case "rows" -> "rows " + rows.orElseThrow();
            case "replied" -> "replied " + rows.orElseThrow();
            case "updated" -> "updated " + count.orElseThrow();
            case "failed" ->
                "failed " + failure.orElseThrow().kind() + " "
                        + failure.orElseThrow().code() + " "
                        + failure.orElseThrow().message();
            default -> "not found";
        };
    }
}
