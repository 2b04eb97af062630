package dev.sluice.service.jdbc.sql;

import java.util.ArrayList;
import java.util.List;

/** A text of several statements. */
public final class SqlScript {

    private SqlScript() {}

    /**
     * Its statements, without what ends them. A {@code ;} inside a string, a comment, a quoted name or parentheses ends
     * none.
     *
     * @throws SqlSyntaxException if a string, comment or parenthesis has no end
     */
    public static List<String> split(String script, SqlSyntax syntax) {
        final List<String> statements = new ArrayList<>();
        int from = -1;
        int end = 0;
        for (final SqlToken token : SqlScanner.scan(script, syntax)) {
            if (!token.is(';') || token.depth() > 0) {
                from = from < 0 ? token.start() : from;
                end = token.end();
            } else if (from >= 0) {
                statements.add(script.substring(from, end));
                from = -1;
            }
        }
        if (from >= 0) {
            statements.add(script.substring(from, end));
        }
        return List.copyOf(statements);
    }
}
