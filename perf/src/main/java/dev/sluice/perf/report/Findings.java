package dev.sluice.perf.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the conditions, figures, tables and plots of an experiment for its report. Not thread-safe. */
public final class Findings {

    private final Map<String, String> conditions = new LinkedHashMap<>();
    private final List<Rows> tables = new ArrayList<>();
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<Plot> plots = new ArrayList<>();

    /**
     * Adds measuring conditions. Each consists of a name, a colon and a description. Continuation lines of the text are indented.
     */
    public void conditions(String text, Object... values) {
        for (final String one : String.format(text, values).strip().split("\n(?! )")) {
            final String[] nameAndText = one.split(": ", 2);
            conditions.put(nameAndText[0], nameAndText[1].replaceAll("\n +", " "));
        }
    }

    /** Adds a figure, and returns it. */
    public Measurement add(Measurement measured) {
        measurements.add(measured);
        return measured;
    }

    public void add(Collection<Measurement> measured) {
        measurements.addAll(measured);
    }

    /** Adds a figure under the name of a part, a colon and its own name, and returns the figure unchanged. */
    public Measurement add(String part, Measurement measured) {
        add(new Measurement(part + ": " + measured.name(), measured.unit(), measured.values()));
        return measured;
    }

    /** Begins a table, and returns an object that adds its rows. */
    public Rows table(String title, List<String> headings) {
        final Rows rows = new Rows(title, headings);
        tables.add(rows);
        return rows;
    }

    public Rows table(String title, String... headings) {
        return table(title, List.of(headings));
    }

    /** Begins a table of ratios and their target values. */
    public Rows targets(String title) {
        return table(title, "ratio", "here", "target");
    }

    /** Adds a table with one row for each element of a collection. */
    public <R> void table(String title, Collection<? extends R> rows, Columns<R> columns) {
        final Rows table = table(title, columns.headings());
        rows.forEach(row -> table.row(columns.row(row)));
    }

    public void plot(Curves curves) {
        plots.add(curves.plot());
    }

    /** Returns the report of these findings. Its conditions are the common ones, followed by the conditions of the experiment. */
    public Report report(String name, String title, Map<String, String> common) {
        final Map<String, String> all = new LinkedHashMap<>(common);
        all.putAll(conditions);
        return new Report(name, title, all, tables.stream().map(Rows::table).toList(), measurements, plots);
    }

    /** A table to which rows are added. */
    public static final class Rows {

        private final String title;
        private final List<String> headings;
        private final List<List<String>> rows = new ArrayList<>();

        private Rows(String title, List<String> headings) {
            this.title = title;
            this.headings = headings;
        }

        /**
         * Adds a row. A measurement is shown with its spread, a {@code Double} with about three significant digits, an integer
         * with grouped digits, and NaN as an empty cell.
         */
        public Rows row(List<?> cells) {
            rows.add(cells.stream().map(Rows::shown).toList());
            return this;
        }

        public Rows row(Object... cells) {
            return row(List.of(cells));
        }

        /** Adds a ratio and its target value. */
        public Rows target(Measurement ratio, String target) {
            return row(ratio.name(), ratio, target);
        }

        private static String shown(Object cell) {
            if (cell instanceof Measurement measured) {
                return measured.shown();
            }
            if (cell instanceof Double number) {
                return number.isNaN() ? "" : Measurement.number(number);
            }
            return cell instanceof Number number ? String.format("%,d", number.longValue()) : cell.toString();
        }

        private Table table() {
            return new Table(title, headings, rows);
        }
    }
}
