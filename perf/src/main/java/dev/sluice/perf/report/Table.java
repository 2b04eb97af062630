package dev.sluice.perf.report;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table with formatted cells.
 *
 * @param title the title above the table
 * @param columns the headings of the columns
 * @param rows the cells of each row, one for each column
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

    /**
     * Returns the table as Markdown that is also aligned in a terminal: the first column to the left, all others to the right.
     */
    public String markdown() {
        final List<Integer> widths = IntStream.range(0, columns.size())
                .map(i -> Stream.concat(Stream.of(columns), rows.stream())
                        .mapToInt(row -> row.get(i).length())
                        .max()
                        .orElse(0))
                .boxed()
                .toList();
        final String rule = widths.stream()
                .skip(1)
                .map(width -> "-".repeat(width + 1) + ":")
                .collect(joining("|", "|", "|"));
        return "### " + title + "\n\n" + line(columns, widths) + "|:" + "-".repeat(widths.get(0) + 1) + rule + "\n"
                + rows.stream().map(row -> line(row, widths)).collect(joining());
    }

    private static String line(List<String> cells, List<Integer> widths) {
        return IntStream.range(0, cells.size())
                .mapToObj(i -> {
                    final String cell = cells.get(i);
                    final String padding = " ".repeat(widths.get(i) - cell.length());
                    return i == 0 ? cell + padding : padding + cell;
                })
                .collect(joining(" | ", "| ", " |\n"));
    }
}
