package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.sql.SqlText;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * A statement that executes a read for several items at once. The first column of its result is the item's number, from 0; the
 * other columns are those of the single form, the statement for one item. The rows of one item come in the order of the single
 * form, but rows of different items may be interleaved.
 *
 * @param head the text before the first item
 * @param before the text of each item before the item's number
 * @param after the text of each item after the item's number
 * @param between the text between two items
 * @param tail the text after the last item
 * @param maxItems the maximum number of items, which depends on the driver's limit of parameters and on the database's parser
 */
public record ChunkForm(
        Kind kind, String head, String before, String after, String between, String tail, int maxItems) {

    /**
     * How the items are passed to the statement. Each kind has a maximum number of items, which limits the memory that a
     * statement needs.
     */
    public enum Kind {
        /** One array for each parameter. The text is the same for any number of items. The best form on PostgreSQL. */
        ARRAYS(32_767),
        /** A table with one row for each item, in a lateral join with the user's statement. */
        ROWS(1_024),
        /**
         * The user's statement once for each item. Every database that was tried accepts it, but parsers process a union
         * recursively.
         */
        UNION(256);

        private final int most;

        Kind(int most) {
            this.most = most;
        }

        private int most(List<String> parameters, int maxParameters) {
            return Math.min(most, maxParameters / Math.max(1, parameters.size()));
        }
    }

    /** @param array gives the SQL of the array with a parameter's values */
    static ChunkForm arrays(SqlText query, Signature signature, Function<ParameterType, String> array) {
        final Names names = Names.outside(query);
        final StringBuilder out = start(query, names, signature.count()).append(" - 1, ");
        out.append(names.answer()).append(".* FROM ");
        if (signature.count() == 0) {
            out.append("pg_catalog.generate_series(1, CAST(? AS INTEGER))");
            names.name(out, false, 0);
        } else {
            names.unnest(out, signature, array);
        }
        lateral(out, query, names);
        return new ChunkForm(Kind.ARRAYS, out.toString(), "", "", "", "", Kind.ARRAYS.most);
    }

    static ChunkForm rows(SqlText query, List<String> parameters, int maxParameters) {
        final Names names = Names.outside(query);
        final String head = start(query, names, parameters.size())
                .append(", ")
                .append(names.answer())
                .append(".* FROM (VALUES ")
                .toString();
        final StringBuilder values = new StringBuilder();
        parameters.forEach(parameter -> values.append(", ").append(parameter));
        final StringBuilder tail = new StringBuilder(query.sql().length() + 128).append(')');
        names.name(tail, true, parameters.size());
        lateral(tail, query, names);
        return new ChunkForm(
                Kind.ROWS,
                head,
                "(",
                values.append(')').toString(),
                ", ",
                tail.toString(),
                Kind.ROWS.most(parameters, maxParameters));
    }

    static ChunkForm union(SqlText query, List<String> parameters, int maxParameters) {
        final String answer = Names.outside(query).answer();
        final String item = ", " + answer + ".* FROM (" + query.sql(parameters::get) + "\n) " + answer;
        return new ChunkForm(
                Kind.UNION, "", "SELECT ", item, " UNION ALL ", "", Kind.UNION.most(parameters, maxParameters));
    }

    private static StringBuilder start(SqlText query, Names names, int parameters) {
        return new StringBuilder(query.sql().length() + 192 + 64 * parameters)
                .append("SELECT ")
                .append(names.items())
                .append('.')
                .append(names.number());
    }

    /** Adds the user's statement in a lateral join, with a line break after it because its last line may be a comment. */
    private static void lateral(StringBuilder out, SqlText query, Names names) {
        out.append(", LATERAL (")
                .append(query.sql(names::column))
                .append("\n) AS ")
                .append(names.answer());
    }

    /** Returns the name of the form for messages. */
    public String name() {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the text for a number of items, which must be a result of {@link #room}. */
    public String sql(int items) {
        if (arrays()) {
            return head;
        }
        final int each = before.length() + after.length() + between.length() + 4;
        final StringBuilder out = new StringBuilder(head.length() + items * each + tail.length());
        out.append(head);
        for (int i = 0; i < items; i++) {
            out.append(i == 0 ? "" : between).append(before).append(i).append(after);
        }
        return out.append(tail).toString();
    }

    /**
     * Returns the number of places for items in the text. The number may be larger than {@code items}; then the last item is
     * bound to the surplus places as well, and rows with an item number of {@code items} or more are ignored. If items are not
     * bound as arrays, only few different numbers are returned, so that prepared statements are reused: 1 to 8, 10, 12, 14, 16,
     * 20, 24, 28, 32, 40, and so on; at most a quarter of the places is surplus.
     */
    public int room(int items) {
        if (items < 1 || items > maxItems) {
            throw new IllegalArgumentException(items + " items, where 1 to " + maxItems + " are possible");
        }
        final int step = arrays() ? 1 : Math.max(1, Integer.highestOneBit(items - 1) / 4);
        return Math.min(maxItems, (items + step - 1) / step * step);
    }

    /**
     * Whether items are bound as arrays, one for each parameter in order. Without parameters, the number of items is bound as an
     * int. If items are not bound as arrays, one item is bound after the other, each with all its parameters in order.
     */
    public boolean arrays() {
        return kind == Kind.ARRAYS;
    }

    /**
     * The names that a chunked form adds around the user's statement, which contains none of them.
     *
     * @param items the table of items
     * @param number its column with the item's number
     * @param parameter the prefix of its columns for parameters; the parameter's number, from 0, follows the prefix
     * @param answer the table with the result of one item
     */
    public record Names(String items, String number, String parameter, String answer) {

        public static Names outside(SqlText query) {
            final String text = query.sql().toLowerCase(Locale.ROOT);
            String prefix = "sluice";
            while (text.contains(prefix)) {
                prefix += "x";
            }
            return new Names(prefix + "_k", prefix + "_ord", prefix + "_p", prefix + "_q");
        }

        /** Returns the qualified column of a parameter, whose number counts from 0. */
        public String column(int number) {
            return items + "." + parameter + number;
        }

        /** Adds the name of the table of items and the names of its columns. */
        void name(StringBuilder out, boolean numberFirst, int parameters) {
            out.append(" AS ").append(items).append('(');
            if (numberFirst) {
                out.append(number);
            }
            for (int i = 0; i < parameters; i++) {
                out.append(numberFirst || i > 0 ? ", " : "").append(parameter).append(i);
            }
            if (!numberFirst) {
                out.append(parameters > 0 ? ", " : "").append(number);
            }
            out.append(')');
        }

        /**
         * Adds a table of items that is built from one array for each parameter. Its item numbers begin at 1. For a single array,
         * the function's schema is written; without it, PostgreSQL would call a user's function of this name for arrays of this
         * type. For several arrays, PostgreSQL always calls its own function, and accepts its name only without the schema.
         */
        public void unnest(StringBuilder out, Signature signature, Function<ParameterType, String> array) {
            out.append(signature.count() == 1 ? "pg_catalog.unnest(" : "UNNEST(");
            for (int i = 0; i < signature.count(); i++) {
                out.append(i == 0 ? "" : ", ")
                        .append(array.apply(signature.parameters().get(i)));
            }
            out.append(") WITH ORDINALITY");
            name(out, false, signature.count());
        }
    }
}
