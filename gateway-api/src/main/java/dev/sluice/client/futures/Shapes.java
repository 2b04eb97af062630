package dev.sluice.client.futures;

import dev.sluice.api.NotFoundException;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The shapes that results are asked in. */
public final class Shapes {

    /** All rows, none where nothing was found. */
    public static final Shape<Rows> ROWS = new Shape<>() {
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
    public static final Shape<Optional<Row>> ROW = optional(row -> row);

    /** How many rows an update changed. */
    public static final Shape<Long> COUNT = count(count -> count);

    /** That it was done, whatever the answer says. */
    public static final Shape<Void> DONE = new Shape<>() {
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

    private Shapes() {}

    /** At most one row, made into something. */
    public static <T> Shape<Optional<T>> optional(Function<Row, T> as) {
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
    public static <T> Shape<T> required(Function<Row, T> as) {
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
    public static <T> Shape<List<T>> list(Function<Row, T> as) {
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

    /** An update's count, made into something. */
    public static <T> Shape<T> count(Function<Long, T> as) {
        return new Shape<>() {
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
}
