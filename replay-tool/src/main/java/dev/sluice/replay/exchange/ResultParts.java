package dev.sluice.replay.exchange;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.wire.ResultFrame;
import java.util.Locale;
import java.util.Optional;

/**
 * What a result says, taken apart.
 *
 * @param kind rows, not_found, updated, replied or failed
 * @param rows those found, or the reply
 * @param count the rows changed
 * @param failure why it failed
 */
public record ResultParts(String kind, Optional<Rows> rows, Optional<Long> count, Optional<Failure> failure) {

    /** The word for a request without a result. */
    public static final String WAITING = "waiting";

    /** Of one result. */
    public static ResultParts of(ResultFrame result) {
        final Reader reader = new Reader();
        result.deliver(reader);
        return new ResultParts(
                result.kind().name().toLowerCase(Locale.ROOT), reader.rows, reader.count, reader.failure);
    }

    private static final class Reader implements Results {
        private Optional<Rows> rows = Optional.empty();
        private Optional<Long> count = Optional.empty();
        private Optional<Failure> failure = Optional.empty();

        @Override
        public void rows(RequestRef request, Rows found) {
            rows = Optional.of(found);
        }

        @Override
        public void replied(RequestRef request, Rows reply) {
            rows = Optional.of(reply);
        }

        @Override
        public void notFound(RequestRef request) {
            // says it all
        }

        @Override
        public void updated(RequestRef request, long changed) {
            count = Optional.of(changed);
        }

        @Override
        public void failed(RequestRef request, Failure why) {
            failure = Optional.of(why);
        }
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
