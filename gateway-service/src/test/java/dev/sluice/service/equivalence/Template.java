package dev.sluice.service.equivalence;

import dev.sluice.api.ValueType;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * A statement that programs are made of, with what it really touches.
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
        Set<String> reads,
        Set<String> writes,
        boolean ordered,
        boolean fits,
        List<Argument> arguments) {

    static Template read(String sql, Set<String> reads, Argument... arguments) {
        return new Template(sql, Map.of(), false, reads, Set.of(), sql.contains("ORDER BY"), true, List.of(arguments));
    }

    static Template update(String sql, Set<String> reads, Set<String> writes, Argument... arguments) {
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

    /** The statement as a user writes it. */
    String sql(Product product) {
        return sql(product, parameter -> "?");
    }

    /** The statement with something else for each parameter. */
    String sql(Product product, IntFunction<String> parameter) {
        final String[] parts =
                otherwise.getOrDefault(product.family(), standard).split("\\?", -1);
        final StringBuilder text = new StringBuilder(parts[0]);
        for (int i = 1; i < parts.length; i++) {
            text.append(parameter.apply(i - 1)).append(parts[i]);
        }
        return text.toString().replace('¿', '?');
    }

    List<ValueType> types() {
        return arguments.stream().map(Argument::type).toList();
    }
}
