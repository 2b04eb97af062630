package dev.sluice.service.jdbc.probe;

import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.Declaration.Trust;
import dev.sluice.service.core.footprint.Bound;
import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.proof.Footprint.Rows;
import dev.sluice.service.jdbc.proof.Footprint.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The tables and rows by which requests of a statement keep their order.
 *
 * @param rows the touched rows of each table
 * @param everything the reason why the statement counts as touching all tables; empty if it touches only the named tables
 */
record Touched(Map<TableName, Rows> rows, Optional<String> everything) {

    static final Touched NOTHING = new Touched(Map.of(), Optional.empty());

    /** The extent to which requests of two statements conflict, from the smallest to the largest. */
    enum Extent {
        ROW,
        TABLE,
        EVERYTHING
    }

    /**
     * A place where two statements conflict.
     *
     * @param why the description of the conflict
     */
    record Overlap(Extent extent, String why) {}

    /** Returns the footprint that counts: the declared one if it is trusted, otherwise the proved one. */
    static Touched of(Declaration declaration, Tables proved, Optional<Set<String>> declared) {
        return declaration.trust().contains(Trust.DECLARED) && declared.isPresent()
                ? believed(declared.get())
                : proved(proved);
    }

    static Touched proved(Tables tables) {
        return new Touched(tables.rows(), tables.everything());
    }

    private static Touched believed(Set<String> tables) {
        final Map<TableName, Rows> rows = new HashMap<>();
        tables.forEach(name -> rows.put(TableName.of(name), Rows.whole("trust: declared names tables alone")));
        return new Touched(rows, Optional.empty());
    }

    /** Returns the text of a cell in the table that {@code check} prints. */
    String shown() {
        return everything.isPresent() ? "everything" : listed(rows.keySet());
    }

    private boolean isEmpty() {
        return rows.isEmpty() && everything.isEmpty();
    }

    /** Returns the conflicts between this footprint and another one. */
    List<Overlap> meets(Touched other) {
        if (isEmpty() || other.isEmpty()) {
            return List.of();
        }
        final Optional<String> all = everything
                .map(why -> "this statement may touch anything")
                .or(() -> other.everything.map(why -> "the other statement may touch anything: " + why));
        if (all.isPresent()) {
            return List.of(new Overlap(Extent.EVERYTHING, all.get()));
        }
        final List<Overlap> meetings = new ArrayList<>();
        rows.forEach((table, mine) -> other.rows.forEach((another, its) -> {
            if (table.mayBe(another)) {
                meetings.add(meeting(listed(Set.of(table)), mine, its));
            }
        }));
        return meetings;
    }

    private static Overlap meeting(String table, Rows mine, Rows its) {
        final Set<String> both = columns(mine);
        both.retainAll(columns(its));
        if (!both.isEmpty()) {
            return new Overlap(Extent.ROW, table + " by row: " + String.join(", ", both));
        }
        final String why = mine.whole()
                .or(() -> its.whole().map(reason -> "the other statement: " + reason))
                .orElseGet(() -> "no common column, this is by " + String.join(", ", columns(mine)) + ", the other by "
                        + String.join(", ", columns(its)));
        return new Overlap(Extent.TABLE, table + " by table: " + why);
    }

    private static Set<String> columns(Rows rows) {
        return rows.bounds().stream().map(Bound::column).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns a description, one line for each table. */
    List<String> lines() {
        final List<String> lines = new ArrayList<>();
        everything.ifPresent(why -> lines.add("anything: " + why));
        rows.entrySet().stream()
                .map(table -> listed(Set.of(table.getKey())) + " " + table.getValue())
                .sorted()
                .forEach(lines::add);
        return lines.isEmpty() ? List.of("nothing") : lines;
    }

    /** Returns sorted names, without PostgreSQL's schema {@code public}; a dash if there are none. */
    static String listed(Set<?> names) {
        return names.isEmpty()
                ? "-"
                : names.stream()
                        .map(name -> name.toString().replaceFirst("^public\\.", ""))
                        .sorted()
                        .collect(Collectors.joining(", "));
    }
}
