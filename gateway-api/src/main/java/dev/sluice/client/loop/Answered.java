package dev.sluice.client.loop;

import dev.sluice.api.Failure;
import dev.sluice.api.NotFoundException;
import dev.sluice.api.RequestFailedException;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Rows;
import dev.sluice.api.Shape;
import java.util.function.Function;

/** What came of one request of a pipeline. */
sealed interface Answered {

    /** It in that shape, or what is thrown where there is nothing to give a shape to. */
    <T> T as(Shape<T> shape);

    record Found(RequestRef request, Rows rows) implements Answered {
        @Override
        public <T> T as(Shape<T> shape) {
            return shape.rows(request, rows);
        }
    }

    /** @param where says in words which request it was: its name and position */
    record Nothing(Function<RequestRef, String> where, RequestRef request) implements Answered {
        @Override
        public <T> T as(Shape<T> shape) {
            try {
                return shape.notFound(request);
            } catch (final NotFoundException e) {
                throw new NotFoundException(where.apply(request), "", request);
            }
        }
    }

    record Updated(RequestRef request, long count) implements Answered {
        @Override
        public <T> T as(Shape<T> shape) {
            return shape.updated(request, count);
        }
    }

    record Replied(RequestRef request, Rows reply) implements Answered {
        @Override
        public <T> T as(Shape<T> shape) {
            return shape.replied(request, reply);
        }
    }

    /**
     * A failure of the request alone.
     *
     * @param where the request in words: its name and position
     */
    record Failed(String where, RequestRef request, Failure failure) implements Answered {
        @Override
        public <T> T as(Shape<T> shape) {
            throw new RequestFailedException(where, request, failure);
        }
    }

    /** Results are in order and without a gap, except for a request that the gateway could not read. */
    record Missing(long sequence) implements Answered {
        @Override
        public <T> T as(Shape<T> shape) {
            throw new IllegalStateException("there is no result for request " + sequence
                    + " of this client, and there is one for a later one: the gateway could not read the request,"
                    + " its log says why");
        }
    }
}
