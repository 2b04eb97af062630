package dev.sluice.client.loop;

import dev.sluice.api.Failure;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.api.Shape;
import java.util.List;
import java.util.Optional;

/**
 * What came of the requests that were asked for one item, by the order of asking, from 0. Each method throws {@link
 * dev.sluice.api.RequestFailedException} for a request that was answered as failed, {@link IndexOutOfBoundsException} for
 * one that was not asked, and {@link IllegalStateException} for an answer of another kind. Immutable.
 */
public final class Answers {

    private final List<Answered> answered;

    Answers(List<Answered> answered) {
        this.answered = answered;
    }

    /** How many requests were asked. */
    public int size() {
        return answered.size();
    }

    /** The row that a lookup found, if any. */
    public Optional<Row> row(int request) {
        return as(request, Shape.ROW);
    }

    /** The row that a lookup found, as a record, if any. */
    public <T extends Record> Optional<T> row(int request, Class<T> type) {
        return as(request, Shape.optional(row -> row.as(type)));
    }

    /** The row that a lookup found, as a record; {@link dev.sluice.api.NotFoundException} where there is none. */
    public <T extends Record> T only(int request, Class<T> type) {
        return as(request, Shape.required(row -> row.as(type)));
    }

    /** All rows, none where nothing was found. */
    public Rows rows(int request) {
        return as(request, Shape.ROWS);
    }

    /** How many rows an update changed. */
    public long count(int request) {
        return as(request, Shape.COUNT);
    }

    /** Why that request failed, if the gateway answered it so. */
    public Optional<Failure> failure(int request) {
        return answered.get(request) instanceof Answered.Failed failed
                ? Optional.of(failed.failure())
                : Optional.empty();
    }

    /** The answer in any shape. */
    public <T> T as(int request, Shape<T> shape) {
        return answered.get(request).as(shape);
    }
}
