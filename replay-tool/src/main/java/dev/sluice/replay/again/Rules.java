package dev.sluice.replay.again;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What counts as equal. Columns go by their names, upper and lower case are one, as for jobs; their order does not matter.
 *
 * @param tolerances by column: numbers that differ by no more are equal
 * @param ignored columns that are not compared
 * @param anyOrder whether rows in another order are the same rows
 * @param asText whether values of different types are equal if their texts are
 */
public record Rules(Map<String, BigDecimal> tolerances, Set<String> ignored, boolean anyOrder, boolean asText) {

    /** All must be equal, in order. */
    public static final Rules STRICT = new Rules(Map.of(), Set.of(), false, false);

    public Rules {
        final Map<String, BigDecimal> byColumn = new HashMap<>();
        tolerances.forEach((column, tolerance) -> byColumn.put(column.toLowerCase(Locale.ROOT), tolerance));
        tolerances = Map.copyOf(byColumn);
        final Set<String> columns = new HashSet<>();
        ignored.forEach(column -> columns.add(column.toLowerCase(Locale.ROOT)));
        ignored = Set.copyOf(columns);
    }

    boolean ignores(String column) {
        return ignored.contains(column);
    }

    BigDecimal tolerance(String column) {
        return tolerances.getOrDefault(column, BigDecimal.ZERO);
    }

    Rules inAnyOrder() {
        return new Rules(tolerances, ignored, true, asText);
    }
}
