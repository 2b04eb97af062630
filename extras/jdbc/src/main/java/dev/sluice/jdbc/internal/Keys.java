package dev.sluice.jdbc.internal;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Supports generated keys. To request generated keys, a RETURNING clause is added to the text of an update, because a request has
 * no other field for this.
 */
final class Keys {

    /** The products that have RETURNING, with their quote character for names. */
    private static final Map<String, String> QUOTES = Map.of("PostgreSQL", "\"", "MariaDB", "`", "SQLite", "\"");

    private Keys() {}

    /** Whether this JDBC constant requests generated keys. */
    static boolean wanted(int keys) {
        return keys == Statement.RETURN_GENERATED_KEYS;
    }

    /** Whether the database can return the rows that an update has written. */
    static boolean supported(Product product) throws SQLException {
        return QUOTES.containsKey(product.known().name());
    }

    /**
     * Returns the text with a RETURNING clause. A query, or a text that has such a clause, is not changed.
     *
     * @param columns the columns to return; none for all columns
     */
    static String in(String sql, Product product, String... columns) throws SQLException {
        if (SqlTexts.isQuery(sql) || SqlTexts.returns(sql)) {
            return sql;
        }
        final String quote = QUOTES.get(product.known().name());
        if (quote == null) {
            throw Refused.keys(product.known().name());
        }
        final String names = Arrays.stream(columns)
                .map(name -> quote + name.replace(quote, quote + quote) + quote)
                .collect(Collectors.joining(", "));
        return sql.strip().replaceAll(";+$", "") + "\nRETURNING " + (names.isEmpty() ? "*" : names);
    }
}
