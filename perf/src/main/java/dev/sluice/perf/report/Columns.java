package dev.sluice.perf.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The columns of a table: headings, in their order, each with the cell that is below it. */
public final class Columns<R> {

    private final Map<String, Function<R, ?>> cells = new LinkedHashMap<>();

    /** Adds a column; its cells are shown as those of {@link Findings.Rows#row}. */
    public Columns<R> with(String heading, Function<R, ?> cell) {
        cells.put(heading, cell);
        return this;
    }

    List<String> headings() {
        return List.copyOf(cells.keySet());
    }

    List<?> row(R row) {
        return cells.values().stream().map(cell -> cell.apply(row)).toList();
    }
}
