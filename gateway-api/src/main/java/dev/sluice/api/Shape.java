package dev.sluice.api;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes of a result the value of its future: one method is called for each result that is no failure. Immutable; called
 * on the thread of the futures' executor. An exception that it throws ends that future alone.
 *
 * @param <T> the type of the future
 */
public interface Shape<T> {

    /** All rows, none where nothing was found. */
    Shape<Rows> ROWS = new Shape<>() {
        @Override
        public Rows rows(RequestRef request, Rows rows) {
            return rows;
        }

        @Override
        public Rows notFound(RequestRef request) {
            return Rows.NONE;
        }
    };

    /** The row found, if any. */
    Shape<Optional<Row>> ROW = optional(row -> row);

    /** How many rows an update changed. */
    Shape<Long> COUNT = count(count -> count);

    /** Nothing: the request was done, whatever the answer says. */
    Shape<Void> DONE = new Shape<>() {
        @Override
        public Void rows(RequestRef request, Rows rows) {
            return null;
        }

        @Override
        public Void notFound(RequestRef request) {
            return null;
        }

        @Override
        public Void updated(RequestRef request, long count) {
            return null;
        }
    };

    /** Makes something of at most one row. */
    static <T> Shape<Optional<T>> optional(Function<Row, T> as) {
        return new Shape<>() {
            @Override
            public Optional<T> rows(RequestRef request, Rows rows) {
                return rows.isEmpty() ? Optional.empty() : Optional.of(as.apply(single(request, rows)));
            }

            @Override
            public Optional<T> notFound(RequestRef request) {
                return Optional.empty();
            }
        };
    }

    /** Exactly one row, made into something; {@link NotFoundException} where there is none. */
    static <T> Shape<T> required(Function<Row, T> as) {
        return new Shape<>() {
            @Override
            public T rows(RequestRef request, Rows rows) {
                return rows.isEmpty() ? notFound(request) : as.apply(single(request, rows));
            }

            @Override
            public T notFound(RequestRef request) {
                throw new NotFoundException(request);
            }
        };
    }

    /** All rows, each made into something; an empty list where nothing was found. */
    static <T> Shape<List<T>> list(Function<Row, T> as) {
        return new Shape<>() {
            @Override
            public List<T> rows(RequestRef request, Rows rows) {
                return rows.stream().map(as).toList();
            }

            @Override
            public List<T> notFound(RequestRef request) {
                return List.of();
            }
        };
    }

    /** An update's count, made into something: where it returns rows, how many. */
    static <T> Shape<T> count(Function<Long, T> as) {
        return new Shape<>() {
            @Override
            public T rows(RequestRef request, Rows rows) {
                return as.apply((long) rows.size());
            }

            @Override
            public T updated(RequestRef request, long count) {
                return as.apply(count);
            }
        };
    }

    private static Row single(RequestRef request, Rows rows) {
        if (rows.size() != 1) {
            throw new IllegalStateException("'" + request.name() + "' found " + rows.size()
                    + " rows and one was asked for: ask for all of them");
        }
        return rows.get(0);
    }

    /** A lookup that found something, a query, or an update that returns rows. */
    default T rows(RequestRef request, Rows rows) {
        throw unexpected(request, "rows");
    }

    /** A lookup that found nothing. */
    default T notFound(RequestRef request) {
        throw unexpected(request, "that there is nothing");
    }

    /** An update that was committed, and returns no rows. */
    default T updated(RequestRef request, long count) {
        throw unexpected(request, "a count of " + count);
    }

    /** An event that its endpoint took. */
    default T replied(RequestRef request, Rows reply) {
        return rows(request, reply);
    }

    private static IllegalStateException unexpected(RequestRef request, String what) {
        return new IllegalStateException(
                "'" + request.name() + "' was answered with " + what + ", which is not what it was asked for");
    }
}
