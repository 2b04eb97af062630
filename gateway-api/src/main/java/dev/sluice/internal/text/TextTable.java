package dev.sluice.internal.text;

import java.util.ArrayList;
import java.util.List;

/** A text table with headings. Each column is as wide as its widest cell. */
public final class TextTable {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    /** Creates a table with these headings and no rows. */
    public TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    /** Adds a row, which needs one cell for each heading. */
    public void add(String... cells) {
        rows.add(List.of(cells));
    }

    /** Whether the table has no rows. */
    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /** Returns the lines of the table, indented and without trailing spaces. */
    public String text() {
        final int columns = rows.get(0).size();
        final int[] widths = new int[columns];
        for (final List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        final StringBuilder out = new StringBuilder();
        for (final List<String> row : rows) {
            final StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(GAP)
                        .append(row.get(i))
                        .append(" ".repeat(widths[i] - row.get(i).length()));
            }
            out.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return out.toString();
    }
}
