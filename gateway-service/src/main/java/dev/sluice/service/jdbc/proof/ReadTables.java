package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The names in the text of a query that may be tables: all that are where tables are named, and columns and aliases with them. */
final class ReadTables {

    /** SQLite takes a table after IN. */
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

    /** Whether it is part of the name before it: in {@code a..t} the schema between the dots is the default one. */
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
