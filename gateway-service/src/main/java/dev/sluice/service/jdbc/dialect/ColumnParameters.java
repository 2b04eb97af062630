package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlScanner.Token.Type;
import dev.sluice.service.jdbc.sql.SqlText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Finds parameters whose values may affect the types of result columns. For example, the argument of {@code ROUND(price, ?)}
 * determines the number of digits. A parameter in a condition or a LIMIT only selects rows.
 */
public final class ColumnParameters {

    /** After these words a parameter, also within parentheses, only selects rows. */
    private static final Set<String> OF_ROWS = Set.of("WHERE", "HAVING", "LIMIT", "OFFSET", "ON");

    /** After these words a parameter may be part of a result column. */
    private static final Set<String> OF_COLUMNS =
            Set.of("SELECT", "FROM", "JOIN", "STRAIGHT_JOIN", "GROUP", "ORDER", "WINDOW", "VALUES", "WITH");

    private final List<Token> tokens;
    private final Deque<String> clauses = new ArrayDeque<>();

    private ColumnParameters(List<Token> tokens) {
        this.tokens = tokens;
    }

    /**
     * Whether a parameter's value may affect the type of a result column. A column {@code ? AS name} does not count, because its
     * type is always the argument's.
     */
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

    /** Notes which clause begins at a token. A subquery in a condition remains part of the condition. */
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
