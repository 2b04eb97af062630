package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlScanner.Token.Type;
import dev.sluice.service.jdbc.sql.SqlText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Finds parameters whose values a database may look at when it types the columns of a result: {@code ROUND(price, ?)} has
 * as many digits as it is told. One in a condition or a LIMIT only says which rows there are.
 */
public final class ColumnParameters {

    /** After these words a parameter decides about rows, as does all that is in parentheses there. */
    private static final Set<String> OF_ROWS = Set.of("WHERE", "HAVING", "LIMIT", "OFFSET", "ON");

    /** After these words it may be part of a column. */
    private static final Set<String> OF_COLUMNS =
            Set.of("SELECT", "FROM", "JOIN", "STRAIGHT_JOIN", "GROUP", "ORDER", "WINDOW", "VALUES", "WITH");

    private final List<Token> tokens;
    private final Deque<String> clauses = new ArrayDeque<>();

    private ColumnParameters(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** Whether there is one, but for a parameter that is a column by itself and has a name: its type is its own. */
    public static boolean in(SqlText query) {
        return new ColumnParameters(query.tokens()).found();
    }

    private boolean found() {
        clauses.push("");
        for (int i = 0; i < tokens.size(); i++) {
            final Token token = tokens.get(i);
            if (token.is('(')) {
                clauses.push(clauses.peek());
            } else if (token.is(')')) {
                clauses.pop();
            } else if (token.type() == Type.PARAMETER) {
                if (!ofRows() && !named(i)) {
                    return true;
                }
            } else {
                begin(token);
            }
        }
        return false;
    }

    private boolean ofRows() {
        return OF_ROWS.contains(clauses.peek());
    }

    /** A query inside of a condition stays part of it. */
    private void begin(Token token) {
        final String clause = clauses.pop();
        final boolean inCondition = !clauses.isEmpty() && OF_ROWS.contains(clauses.peek());
        final boolean nextTable = token.is(',') && clause.equals("ON");
        final boolean begins = OF_ROWS.contains(token.word()) || OF_COLUMNS.contains(token.word());
        clauses.push(inCondition ? clause : nextTable ? "FROM" : begins ? token.word() : clause);
    }

    private boolean named(int index) {
        final Token before = tokens.get(index - 1);
        return clauses.size() == 1
                && clauses.peek().equals("SELECT")
                && (before.is(',') || before.word().equals("SELECT"))
                && index + 1 < tokens.size()
                && tokens.get(index + 1).word().equals("AS");
    }
}
