package dev.sluice.service.jdbc.sql;

import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlScanner.Token.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The session variables in a text, as in {@code @x}. A variable is the text's own if the text assigns it before reading it. Three
 * kinds of assignments count: {@code @x := …} in a derived table without a FROM, which is evaluated first; {@code @x := …} as the
 * variable's first occurrence in a text that runs from left to right; and the columns of LOAD DATA. The assigned value may
 * contain own variables only.
 */
public final class Variables {

    /** Words after which a text need not run from left to right, because a part further left may run later or not at all. */
    private static final Set<String> NOT_IN_ORDER =
            Set.of("FROM", "WHERE", "ON", "HAVING", "GROUP", "ORDER", "IF", "CASE", "IFNULL", "COALESCE", "AND", "OR");

    /** @param at the index of the token {@code @} */
    private record Variable(String name, int at) {}

    private final List<Token> tokens;
    private final boolean load;
    private final boolean inOrder;
    private final List<Variable> all = new ArrayList<>();

    private Variables(SqlText text) {
        this.tokens = text.tokens();
        this.load = text.firstKeyword().equals("LOAD");
        this.inOrder = text.words().stream().noneMatch(NOT_IN_ORDER::contains);
        for (int i = 0; i + 1 < tokens.size(); i++) {
            final Type next = tokens.get(i + 1).type();
            final boolean system = i > 0 && is(i - 1, '@');
            if (is(i, '@') && !system && next != Type.SYMBOL && next != Type.PARAMETER) {
                all.add(new Variable(name(tokens.get(i + 1)), i));
            }
        }
    }

    /** Whether a text assigns variables, so that it must not run for several items at once. */
    public static boolean assigned(SqlText text) {
        final Variables variables = new Variables(text);
        return variables.all.stream().anyMatch(variables::assigned);
    }

    /** Returns the first variable that is not the text's own, as written in the text. */
    static Optional<String> foreign(SqlText text) {
        final Variables variables = new Variables(text);
        final Set<String> own = variables.own();
        return variables.all.stream()
                .filter(variable -> !own.contains(variable.name()))
                .map(variable -> "@" + variables.tokens.get(variable.at() + 1).text())
                .findFirst();
    }

    private Set<String> own() {
        final Set<String> own = new HashSet<>();
        int before = -1;
        while (own.size() > before) {
            before = own.size();
            all.stream().filter(variable -> given(variable, own)).forEach(variable -> own.add(variable.name()));
        }
        return own;
    }

    /** Whether this occurrence gives the variable a value for the rest of the text. */
    private boolean given(Variable variable, Set<String> own) {
        final boolean first = all.stream()
                .filter(other -> other.name().equals(variable.name()))
                .findFirst()
                .equals(Optional.of(variable));
        if (load && first && variable.at() < columnsEnd()) {
            return true;
        }
        if (!assigned(variable)) {
            return false;
        }
        final int value = variable.at() + 4;
        final int end = valueEnd(value);
        return (first && inOrder || inTableOfItsOwn(variable.at()))
                && all.stream()
                        .filter(other -> other.at() >= value && other.at() < end)
                        .allMatch(other -> own.contains(other.name()));
    }

    private boolean assigned(Variable variable) {
        final int value = variable.at() + 4;
        return value < tokens.size() && is(value - 2, ':') && is(value - 1, '=');
    }

    /** Returns the end of the columns of LOAD DATA, which come before its SET. */
    private int columnsEnd() {
        for (int i = 1; i < tokens.size(); i++) {
            if (tokens.get(i).word().equals("SET") && !tokens.get(i - 1).word().equals("CHARACTER")) {
                return i;
            }
        }
        return tokens.size();
    }

    private int valueEnd(int value) {
        final int depth = tokens.get(value - 4).depth();
        int end = value;
        while (end < tokens.size()
                && tokens.get(end).depth() >= depth
                && !(tokens.get(end).depth() == depth
                        && (is(end, ',') || tokens.get(end).word().equals("FROM")))) {
            end++;
        }
        return end;
    }

    /** Whether the token is in a derived table {@code FROM … (SELECT …)} that has no FROM inside. */
    private boolean inTableOfItsOwn(int at) {
        final int depth = tokens.get(at).depth();
        int open = at;
        while (open > 0 && tokens.get(open - 1).depth() >= depth) {
            open--;
        }
        final boolean table = open > 1
                && tokens.get(open).word().equals("SELECT")
                && (is(open - 2, ',')
                        || Set.of("FROM", "JOIN", "UPDATE")
                                .contains(tokens.get(open - 2).word()));
        for (int i = open; table && i < tokens.size() && tokens.get(i).depth() >= depth; i++) {
            if (tokens.get(i).word().equals("FROM")) {
                return false;
            }
        }
        return table && fromBefore(open - 2, depth - 1);
    }

    /** Whether a comma separates tables of FROM or UPDATE, and not the columns of a SELECT. */
    private boolean fromBefore(int at, int depth) {
        for (int i = at; i >= 0 && tokens.get(i).depth() >= depth; i--) {
            final String word = tokens.get(i).depth() == depth ? tokens.get(i).word() : "";
            if (Set.of("FROM", "JOIN", "UPDATE").contains(word)) {
                return true;
            }
            if (Set.of("SELECT", "WHERE", "SET", "BY", "HAVING", "VALUES").contains(word)) {
                return false;
            }
        }
        return false;
    }

    private boolean is(int at, char symbol) {
        return tokens.get(at).is(symbol);
    }

    private static String name(Token token) {
        final String text = token.text();
        final boolean quoted = "\"`'".indexOf(text.charAt(0)) >= 0;
        return (quoted ? text.substring(1, text.length() - 1) : text).toLowerCase(Locale.ROOT);
    }
}
