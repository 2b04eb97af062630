package dev.sluice.perf.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The columns of a table, in order. Each column has a heading, and a function that computes the column's cell for a row. */
public final class Columns<R> {

    private final List<String> headings = new ArrayList<>();
    private final List<Function<R, ?>> cells = new ArrayList<>();

    /** Adds a column. Its cells are formatted in the same way as by {@link Findings.Rows#row}. */
    public Columns<R> with(String heading, Function<R, ?> cell) {
        headings.add(heading);
        cells.add(cell);
        return this;
    }

    List<String> headings() {
        return headings;
    }

    List<?> row(R row) {
        return cells.stream().map(cell -> cell.apply(row)).toList();
    }
}
