package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the names in a query that may be tables: all names in the places where tables can stand, even if they are columns or
 * aliases.
 */
final class ReadTables {

    /** The keywords after which tables are named. IN is one of them, because SQLite allows a table after IN. */
    private static final Set<String> BEGIN = Set.of("FROM", "TABLE", "IN");

    private static final Set<String> END = Set.of(
            "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT", "OFFSET", "FETCH", "UNION", "EXCEPT", "INTERSECT");

    private ReadTables() {}

    static Set<TableName> of(SqlText query) {
        final Set<TableName> names = new LinkedHashSet<>();
        final List<Token> tokens = query.tokens();
        int depth = Integer.MAX_VALUE;
        for (int i = 0; i < tokens.size(); i++) {
            final Token token = tokens.get(i);
            if (token.depth() < depth || token.depth() == depth && END.contains(token.word())) {
                depth = Integer.MAX_VALUE;
            }
            if (depth == Integer.MAX_VALUE) {
                depth = BEGIN.contains(token.word()) ? token.depth() : depth;
            } else if (token.named() && !qualified(tokens, i)) {
                names.add(TableName.of(written(tokens, i)));
            }
        }
        return names;
    }

    /** Whether a name continues the name before it. In {@code a..t}, which leaves the schema out, {@code t} begins a new name. */
    private static boolean qualified(List<Token> tokens, int at) {
        return at > 1 && tokens.get(at - 1).is('.') && tokens.get(at - 2).named();
    }

    private static String written(List<Token> tokens, int first) {
        final StringBuilder name = new StringBuilder(tokens.get(first).text());
        for (int i = first + 1;
                i + 1 < tokens.size()
                        && tokens.get(i).is('.')
                        && tokens.get(i + 1).named();
                i += 2) {
            name.append('.').append(tokens.get(i + 1).text());
        }
        return name.toString();
    }
}
