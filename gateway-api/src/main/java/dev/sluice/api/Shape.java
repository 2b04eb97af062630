package dev.sluice.api;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Converts a result to the value of its future. For each result that is not a failure, one of the methods is called, on a thread
 * of the futures' executor. An exception from the method makes only that future fail. Immutable.
 *
 * @param <T> the type of the future
 */
public interface Shape<T> {

    /** Gives all rows; no rows if nothing was found. */
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

    /** Gives the row that was found, if any. */
    Shape<Optional<Row>> ROW = optional(row -> row);

    /** Gives the number of rows that an update changed. */
    Shape<Long> COUNT = count(count -> count);

    /** Gives {@code null} for every result that is not a failure. */
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

    /** Converts the row that was found, if any; several rows are an error. */
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

    /** Converts the one row. Throws {@link NotFoundException} if there is no row, and an exception if there are several rows. */
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

    /** Converts each row; gives an empty list if nothing was found. */
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

    /** Converts the number of rows that an update changed or, if the update returns rows, the number of returned rows. */
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
                    + " rows, but its caller expects at most one: call a method that returns all rows");
        }
        return rows.get(0);
    }

    /** Called for a lookup that found something, for a query, and for an update that returns rows. */
    default T rows(RequestRef request, Rows rows) {
        throw unexpected(request, "rows");
    }

    /** Called for a lookup that found nothing. */
    default T notFound(RequestRef request) {
        throw unexpected(request, "'not found'");
    }

    /** Called for an update that was committed and returns no rows. */
    default T updated(RequestRef request, long count) {
        throw unexpected(request, "a count of " + count);
    }

    /** Called for an event that its endpoint accepted. */
    default T replied(RequestRef request, Rows reply) {
        return rows(request, reply);
    }

    private static IllegalStateException unexpected(RequestRef request, String what) {
        return new IllegalStateException(
                "'" + request.name() + "' was answered with " + what + ", but its caller expects another answer");
    }
}
