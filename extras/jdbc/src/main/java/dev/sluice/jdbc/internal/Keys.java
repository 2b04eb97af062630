package dev.sluice.jdbc.internal;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Generated keys: the columns that an update returns, written into its text, as a request has nothing beside it. */
final class Keys {

    /** Products with RETURNING, and how they quote a name. */
    private static final Map<String, String> QUOTES = Map.of("PostgreSQL", "\"", "MariaDB", "`", "SQLite", "\"");

    private Keys() {}

    /** Whether a statement is to return them, by the number that JDBC has for it. */
    static boolean wanted(int keys) {
        return keys == Statement.RETURN_GENERATED_KEYS;
    }

    /** Whether the database can return what an update has written. */
    static boolean supported(Product product) throws SQLException {
        return QUOTES.containsKey(product.known().name());
    }

    /**
     * Returns the text with what it is to return; one that reads, or says it already, stays as it is.
     *
     * @param columns none for all
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
