package dev.sluice.client.loop;

import dev.sluice.api.Failure;
import dev.sluice.api.NotFoundException;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.api.Shape;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The answers to the requests that one step sent for an item. A request is identified by its number in the order of sending, from
 * 0. Each method throws {@link dev.sluice.api.RequestFailedException} for a request that was answered as failed, {@link
 * IndexOutOfBoundsException} for a number without a request, and {@link IllegalStateException} for an answer of a kind that the
 * method cannot return. Immutable.
 */
public final class Answers {

    private final List<Consumer<Results>> answered;
    private final Function<RequestRef, String> where;

    /** @param where describes a request for messages: its name and position */
    Answers(List<Consumer<Results>> answered, Function<RequestRef, String> where) {
        this.answered = answered;
        this.where = where;
    }

    /** Returns the number of requests. */
    public int size() {
        return answered.size();
    }

    /** Returns the row that a lookup found, if any. */
    public Optional<Row> row(int request) {
        return as(request, Shape.ROW);
    }

    /** Returns the row that a lookup found, if any, as a record. */
    public <T extends Record> Optional<T> row(int request, Class<T> type) {
        return as(request, Shape.optional(row -> row.as(type)));
    }

    /** Returns the row that a lookup found, as a record; throws {@link dev.sluice.api.NotFoundException} if there is none. */
    public <T extends Record> T only(int request, Class<T> type) {
        return as(request, Shape.required(row -> row.as(type)));
    }

    /** Returns all rows; no rows if nothing was found. */
    public Rows rows(int request) {
        return as(request, Shape.ROWS);
    }

    /** Returns the number of rows that an update changed. */
    public long count(int request) {
        return as(request, Shape.COUNT);
    }

    /** Returns the failure if the request failed; otherwise empty. */
    public Optional<Failure> failure(int request) {
        try {
            as(request, Shape.DONE);
            return Optional.empty();
        } catch (final RequestFailedException e) {
            return Optional.of(e.failure());
        } catch (final IllegalStateException e) {
            return Optional.empty(); // the gateway could not read the request, so there is no answer
        }
    }

    /** Returns the answer, converted by the given shape. */
    @SuppressWarnings("NullAway") // null only if the shape returns null
    public <T> T as(int request, Shape<T> shape) {
        final Shaped<T> shaped = new Shaped<>(shape);
        answered.get(request).accept(shaped);
        return shaped.value;
    }

    /** Converts one result by a shape; throws if the request failed, or if the shape needs a row and there is none. */
    private final class Shaped<T> implements Results {

        private final Shape<T> shape;
        private @Nullable T value;

        Shaped(Shape<T> shape) {
            this.shape = shape;
        }

        @Override
        public void rows(RequestRef request, Rows rows) {
            value = shape.rows(request, rows);
        }

        @Override
        public void notFound(RequestRef request) {
            try {
                value = shape.notFound(request);
            } catch (final NotFoundException e) {
                throw new NotFoundException(where.apply(request), "", request);
            }
        }

        @Override
        public void updated(RequestRef request, long count) {
            value = shape.updated(request, count);
        }

        @Override
        public void replied(RequestRef request, Rows reply) {
            value = shape.replied(request, reply);
        }

        @Override
        public void failed(RequestRef request, Failure failure) {
            throw new RequestFailedException(where.apply(request), request, failure);
        }
    }
}
