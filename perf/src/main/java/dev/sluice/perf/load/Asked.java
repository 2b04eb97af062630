package dev.sluice.perf.load;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;

/**
 * What was answered, added up so that variants can be compared: equal when the same values came in the same order. The
 * baselines feed it, too.
 */
public final class Asked implements Results {

    private static final int PRIME = 31;

    private long sum = 1;
    private long answers;

    /** The value of one column, {@code null} where nothing was found. */
    public void value(Object value) {
        sum = sum * PRIME + (value == null ? 0 : value.hashCode());
    }

    /** All values of an answer were given. */
    public void answered() {
        answers++;
    }

    public long answers() {
        return answers;
    }

    /** Checks that this holds the same answers as the other. */
    public void mustEqual(Asked other, String variant) {
        if (sum != other.sum || answers != other.answers) {
            throw new IllegalStateException(variant + " gave " + answers + " answers that are not the " + other.answers
                    + " of the first variant");
        }
    }

    @Override
    public void rows(RequestRef request, Rows rows) {
        for (final Row row : rows) {
            for (int i = 0; i < row.size(); i++) {
                value(row.get(i));
            }
        }
        answers++;
    }

    @Override
    public void notFound(RequestRef request) {
        value(null);
        answers++;
    }

    @Override
    public void updated(RequestRef request, long count) {
        value(count);
        answers++;
    }

    @Override
    public void failed(RequestRef request, Failure failure) {
        throw new IllegalStateException("Request " + request + " failed: " + failure);
    }
}
