package dev.sluice.service.jdbc.update;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.ParameterArray;
import dev.sluice.service.jdbc.dialect.ParameterType;
import dev.sluice.service.jdbc.dialect.PostgreSql;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.Names;
import dev.sluice.service.jdbc.sql.SqlText;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * One {@code UPDATE … FROM UNNEST} for many equal updates of one row each. It gives the numbers, from 1, of those that
 * found their row. The text is the same for any number of them.
 *
 * @param sql with an array for each parameter, in order
 * @param keys the numbers, from 0, of the parameters that say which row it is: no two updates may have equal ones
 */
record SetForm(String sql, List<Integer> keys) {

    /** The driver's arrays carry these as text, in ISO 8601, which the server reads as it reads single ones. */
    private static final Set<ValueType> AS_TEXT =
            EnumSet.of(ValueType.DATE, ValueType.TIME, ValueType.TIMESTAMP, ValueType.INSTANT);

    SetForm {
        keys = List.copyOf(keys);
    }

    /** Whether there are arrays of all these types. */
    static boolean binds(Signature signature) {
        return signature.parameters().stream()
                .map(ParameterType::value)
                .allMatch(type -> PostgreSql.ARRAYS.contains(type) || AS_TEXT.contains(type));
    }

    /** Whether no two updates with these arguments change the same row. */
    boolean differ(ParameterArray[] arguments) {
        if (keys.size() == 1 && arguments[keys.get(0)].elements() instanceof long[] numbers) {
            final long[] sorted = numbers.clone();
            Arrays.sort(sorted);
            for (int i = 1; i < sorted.length; i++) {
                if (sorted[i] == sorted[i - 1]) {
                    return false;
                }
            }
            return true;
        }
        final int updates = Array.getLength(arguments[0].elements());
        final Set<List<Object>> seen = new HashSet<>(2 * updates);
        for (int i = 0; i < updates; i++) {
            final int update = i;
            if (!seen.add(keys.stream()
                    .map(key -> Array.get(arguments[key].elements(), update))
                    .collect(Collectors.toList()))) { // a list that may hold nulls
                return false;
            }
        }
        return true;
    }

    static SetForm of(SqlText text, RowUpdate update, List<Integer> keys, Signature signature, Dialect dialect) {
        final Names names = Names.outside(text);
        final StringJoiner arrays = new StringJoiner(", ");
        for (final ParameterType parameter : signature.parameters()) {
            final String array = AS_TEXT.contains(parameter.value()) ? "CAST(? AS VARCHAR ARRAY)" : "?";
            arrays.add("CAST(" + array + " AS " + dialect.sqlType(parameter) + " ARRAY)");
        }
        final String items = " FROM UNNEST(" + arrays + ") WITH ORDINALITY AS " + names.items() + "("
                + names.columns(signature.count()).substring(2) + ", " + names.number() + ") ";
        final String sql = text.sql(i -> names.items() + "." + names.column(i), update.where(), items);
        return new SetForm(sql + " RETURNING " + names.items() + "." + names.number(), keys);
    }
}
