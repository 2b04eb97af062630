package dev.sluice.api;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** The rows of one result. Immutable. */
public final class Rows implements Iterable<Row> {

    /** A result without rows and without columns. */
    public static final Rows NONE = new Rows(Columns.of(List.of()), List.of());

    private final Columns columns;
    private final List<Row> rows;

    private Rows(Columns columns, List<Row> rows) {
        this.columns = columns;
        this.rows = rows;
    }

    /** Returns a result with the given columns and rows. */
    public static Rows of(Columns columns, List<Row> rows) {
        return new Rows(columns, List.copyOf(rows));
    }

    public Columns columns() {
        return columns;
    }

    public int size() {
        return rows.size();
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Returns the row at that index, counted from 0. */
    public Row get(int index) {
        return rows.get(index);
    }

    /**
     * Returns the only row.
     *
     * @throws IllegalStateException if there is no row or more than one row
     */
    public Row only() {
        if (rows.size() != 1) {
            throw new IllegalStateException("One row expected but " + rows.size() + " found");
        }
        return rows.get(0);
    }

    /** Returns every row as a user-defined record, see {@link Row#as(Class)}. */
    public <T extends Record> List<T> as(Class<T> type) {
        return rows.stream().map(row -> row.as(type)).toList();
    }

    /** Returns the rows as an unmodifiable list. */
    public List<Row> toList() {
        return rows;
    }

    public Stream<Row> stream() {
        return rows.stream();
    }

    @Override
    public Iterator<Row> iterator() {
        return rows.iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Rows that && columns.equals(that.columns) && rows.equals(that.rows);
    }

    @Override
    public int hashCode() {
        return 31 * columns.hashCode() + rows.hashCode();
    }

    @Override
    public String toString() {
        return rows.toString();
    }
}
