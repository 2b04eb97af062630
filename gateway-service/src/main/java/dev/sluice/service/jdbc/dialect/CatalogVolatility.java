package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks PostgreSQL's catalog. A name is stable if every function of that name is; what a view, an operator or a cast calls
 * is not seen. Answers are kept until the gateway restarts.
 */
final class CatalogVolatility implements Volatility {

    /** Syntax that looks like a call; no function of the user's can take its place. */
    private static final Set<String> SYNTAX =
            Set.of("coalesce", "extract", "greatest", "least", "nullif", "overlay", "position", "substring", "trim");

    private static final String QUERY = "SELECT COALESCE(bool_and(p.provolatile <> 'v'), false)"
            + " FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace"
            + " WHERE p.proname = ? AND (? = '' OR n.nspname = ?)";

    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    @Override
    public boolean stable(Connection connection, SqlText query) throws SQLException {
        if (BuiltInVolatility.changing(query)) {
            return false;
        }
        for (final String function : query.functions()) {
            if (!stable(connection, function)) {
                return false;
            }
        }
        return true;
    }

    private boolean stable(Connection connection, String function) throws SQLException {
        final Boolean answer = known.get(function);
        if (answer != null) {
            return answer;
        }
        final boolean stable = SYNTAX.contains(function.toLowerCase(Locale.ROOT)) || ask(connection, function);
        known.put(function, stable);
        return stable;
    }

    private static boolean ask(Connection connection, String function) throws SQLException {
        final String[] parts = function.split("\\.(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)");
        final String schema = parts.length > 1 ? folded(parts[parts.length - 2]) : "";
        try (PreparedStatement statement = connection.prepareStatement(QUERY)) {
            statement.setString(1, folded(parts[parts.length - 1]));
            statement.setString(2, schema);
            statement.setString(3, schema);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    private static String folded(String name) {
        return name.startsWith("\"")
                ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
                : name.toLowerCase(Locale.ROOT);
    }
}
