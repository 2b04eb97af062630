package dev.sluice.service.generated;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A statement on the known tables, with what it really touches.
 *
 * @param standard how most databases understand it
 * @param otherwise how one family of products has to be told
 * @param reads the tables that it reads, for constraints too
 * @param writes the tables that it writes; none of a query
 * @param ordered whether it says the order of its rows completely
 * @param fits whether a database can prepare it with its own types: it may be declared with them
 */
record Template(
        String standard,
        Map<Product, String> otherwise,
        boolean update,
        List<String> reads,
        List<String> writes,
        boolean ordered,
        boolean fits,
        List<Kind> arguments) {

    static Template read(String sql, List<String> reads, Kind... arguments) {
        return new Template(sql, Map.of(), false, reads, List.of(), sql.contains("ORDER BY"), true, List.of(arguments));
    }

    static Template update(String sql, List<String> reads, List<String> writes, Kind... arguments) {
        return new Template(sql, Map.of(), true, reads, writes, true, true, List.of(arguments));
    }

    /** The same, said in another way to a family of products. */
    Template on(Product family, String sql) {
        final Map<Product, String> all = new EnumMap<>(Product.class);
        all.putAll(otherwise);
        all.put(family, sql);
        return new Template(standard, all, update, reads, writes, ordered, fits, arguments);
    }

    /** The same, known not to be prepared by any database. */
    Template misfit() {
        return new Template(standard, otherwise, update, reads, writes, ordered, false, arguments);
    }

    /** Draws how a program has it: what it touches is declared, and perhaps believed. */
    Step.Shape shape(int number, Product family, Draw draw) {
        if (!fits || draw.oneIn(4)) {
            return shape(number, family, Step.Role.AD_HOC, false);
        }
        final Step.Role role = !update && !draw.oneIn(3) ? Step.Role.LOOKUP : Step.Role.STATEMENT;
        final Step.Shape plain = shape(number, family, role, draw.oneIn(2));
        if (draw.oneIn(4)) {
            return plain;
        }
        final Step.Shape reading = plain.with("reads: " + reads);
        final Step.Shape declared = role == Step.Role.LOOKUP ? reading : reading.with("writes: " + writes);
        return draw.oneIn(2) ? declared.with("trust: [declared]") : declared;
    }

    /** A lookup that is declared with its types. */
    Step.Shape lookup(int number, Product family) {
        return shape(number, family, Step.Role.LOOKUP, true);
    }

    private Step.Shape shape(int number, Product family, Step.Role role, boolean typed) {
        return new Step.Shape(
                number, role, update, otherwise.getOrDefault(family, standard), arguments, ordered, typed);
    }
}
