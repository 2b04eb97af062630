package dev.sluice.perf.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A table as it is shown.
 *
 * @param title above it
 * @param columns their headings
 * @param rows the cells, as many in each row as there are columns
 */
public record Table(String title, List<String> columns, List<List<String>> rows) {

    public Table {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (final List<String> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(columns.size() + " columns, but a row is " + row);
            }
        }
    }

    /** Aligned, as Markdown and as terminals show it; the first column to the left, numbers to the right. */
    public String markdown() {
        final int[] widths = widths();
        final StringBuilder text = new StringBuilder("### ").append(title).append("\n\n");
        line(text, columns, widths);
        for (int i = 0; i < widths.length; i++) {
            text.append(i == 0 ? "|:" : "|-").append("-".repeat(widths[i])).append(i == 0 ? "-" : ":");
        }
        text.append("|\n");
        rows.forEach(row -> line(text, row, widths));
        return text.toString();
    }

    private int[] widths() {
        final List<List<String>> all = new ArrayList<>(Collections.singletonList(columns));
        all.addAll(rows);
        final int[] widths = new int[columns.size()];
        for (final List<String> row : all) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return widths;
    }

    private static void line(StringBuilder text, List<String> cells, int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            final String cell = cells.get(i);
            final String padding = " ".repeat(widths[i] - cell.length());
            text.append("| ").append(i == 0 ? cell + padding : padding + cell).append(' ');
        }
        text.append("|\n");
    }
}
