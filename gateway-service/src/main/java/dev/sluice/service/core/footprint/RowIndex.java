package dev.sluice.service.core.footprint;

import dev.sluice.internal.wire.Arguments;
import java.util.Arrays;
import java.util.List;

/**
 * A hash table that maps each row to the largest number that was recorded for the row. The key of a row is a 64-bit hash of the
 * arguments that identify the row. If two rows have the same hash, some requests are ordered unnecessarily, but no necessary
 * order is lost. Uses open addressing with linear probing, after Knuth, vol. 3, 6.4. Belongs to the service thread.
 */
public final class RowIndex {

    private static final int FIRST_SIZE = 64;

    private final List<Integer> parameters;
    private long[] rows = new long[FIRST_SIZE];
    private long[] numbers = new long[FIRST_SIZE];
    private int size;

    /** @param parameters the positions, from 0, of the arguments that identify the row */
    public RowIndex(List<Integer> parameters) {
        this.parameters = parameters;
    }

    /** Whether this index identifies rows by the arguments at these positions. */
    public boolean isOf(List<Integer> others) {
        return parameters.equals(others);
    }

    /** Records a positive number for the row of these arguments. */
    public void raise(Arguments arguments, long number) {
        raise(arguments.hash(parameters), number);
    }

    /** Records a positive number for the row. */
    public void raise(long row, long number) {
        final int place = place(row);
        if (numbers[place] == 0) {
            rows[place] = row;
            size++;
        }
        numbers[place] = Math.max(numbers[place], number);
        if (size * 2 > rows.length) {
            grow();
        }
    }

    /** Returns the largest number of the row, or 0 if it has none. */
    public long largest(long row) {
        return size == 0 ? 0 : numbers[place(row)];
    }

    /** Returns the largest number of the row of these arguments, or 0 if it has none. */
    public long largest(Arguments arguments) {
        return size == 0 ? 0 : largest(arguments.hash(parameters));
    }

    /** Returns the number of rows. */
    public int size() {
        return size;
    }

    public void clear() {
        if (size > 0) {
            Arrays.fill(numbers, 0);
            size = 0;
        }
    }

    private int place(long row) {
        int place = (int) row & rows.length - 1;
        while (numbers[place] != 0 && rows[place] != row) {
            place = place + 1 & rows.length - 1;
        }
        return place;
    }

    private void grow() {
        final long[] formerRows = rows;
        final long[] formerNumbers = numbers;
        rows = new long[2 * formerRows.length];
        numbers = new long[rows.length];
        for (int i = 0; i < formerRows.length; i++) {
            if (formerNumbers[i] != 0) {
                final int place = place(formerRows[i]);
                rows[place] = formerRows[i];
                numbers[place] = formerNumbers[i];
            }
        }
    }
}
