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
 * @param rows the rows that were found, or the reply; empty for other kinds
 * @param count the number of rows that were changed; empty for other kinds
 * @param failure why the request failed; empty for other kinds
 */
public record ResultParts(String kind, Optional<Rows> rows, Optional<Long> count, Optional<Failure> failure) {

    /** The word for a request without a result. */
    public static final String WAITING = "waiting";

    /** Returns the parts of a result. */
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

    /** Returns the number of rows that were changed, found or returned; empty if the result has no such number. */
    public Optional<Long> changed() {
        return count.or(() -> rows.map(its -> (long) its.size()));
    }

    /** Returns the result in a few words, for people. */
    String text() {
        return kind.replace('_', ' ')
                + Amounts.ifKnown(rows, its -> " " + its)
                + Amounts.ifKnown(count, its -> " " + its)
                + Amounts.ifKnown(failure, its -> " " + its.kind() + " " + its.code() + " " + its.message());
    }
}
