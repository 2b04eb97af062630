package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlScanner.Token.Type;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A parameter of the SQL text that the user wrote, and the type that the database infers for the parameter.
 *
 * @param name the name of the type
 * @param compared whether the parameter is an operand of a comparison, of LIMIT, OFFSET or FETCH; then its type does not
 *     influence the type of any expression
 */
record TakenParameter(String name, int precision, int scale, boolean compared) {

    private static final Set<String> BEFORE = Set.of("BETWEEN", "LIMIT", "OFFSET", "FIRST", "NEXT");
    private static final Set<String> BEFORE_FIRST = Set.of("WHERE", "AND", "OR", "ON", "NOT", "HAVING", "WHEN");
    private static final Set<String> AFTER =
            Set.of("AND OR THEN WHERE GROUP HAVING ORDER LIMIT OFFSET FETCH ESCAPE ROW ROWS UNION EXCEPT INTERSECT"
                    .split(" "));

    /** Returns the parameters of a prepared statement, in order. */
    static List<TakenParameter> of(PreparedStatement statement, SqlText text) throws SQLException {
        final ParameterMetaData types = statement.getParameterMetaData();
        final List<TakenParameter> taken = new ArrayList<>();
        for (int at = 0; at < text.tokens().size(); at++) {
            if (text.tokens().get(at).type() == Type.PARAMETER) {
                final int number = taken.size() + 1;
                taken.add(new TakenParameter(
                        types.getParameterTypeName(number),
                        types.getPrecision(number),
                        types.getScale(number),
                        new Place(text.tokens(), at).compared()));
            }
        }
        return taken;
    }

    /** Whether every parameter of the text is {@link #compared}. */
    static boolean allCompared(SqlText text) {
        return IntStream.range(0, text.tokens().size())
                .filter(at -> text.tokens().get(at).type() == Type.PARAMETER)
                .allMatch(at -> new Place(text.tokens(), at).compared());
    }

    boolean text() {
        return name.equals("VARCHAR") || name.equals("CHARACTER");
    }

    /** Returns a phrase with the type that the database infers. */
    String words(String database) {
        return database + " infers the type " + name + (compared ? "" : ", and other types may depend on it");
    }

    /** The place of a parameter among the tokens of its statement. */
    private record Place(List<Token> tokens, int at) {

        boolean compared() {
            return second() && ends(at + 1) || first();
        }

        private boolean second() {
            return comparison(at - 1)
                    || BEFORE.contains(word(at - 1))
                    || word(at - 1).equals("FROM") && word(at - 2).equals("DISTINCT")
                    || word(at - 1).equals("AND") && word(at - 3).equals("BETWEEN")
                    || listed();
        }

        /** Whether the parameter comes first in a comparison: {@code ? = column}, or {@code ? IS NULL}. */
        private boolean first() {
            final boolean isNull = word(at + 1).equals("IS")
                    && (word(at + 2).equals("NULL")
                            || word(at + 2).equals("NOT") && word(at + 3).equals("NULL"));
            return (comparison(at + 1) || isNull)
                    && (BEFORE_FIRST.contains(word(at - 1))
                            || symbol(at - 1, '(') && (symbol(at - 2, '(') || BEFORE_FIRST.contains(word(at - 2))));
        }

        /** Whether the parameter is in a list: {@code IN (?, ?)}. */
        private boolean listed() {
            int before = at - 1;
            while (symbol(before, ',') || before >= 0 && tokens.get(before).type() == Type.PARAMETER) {
                before--;
            }
            return symbol(before, '(') && word(before - 1).equals("IN");
        }

        private boolean comparison(int place) {
            return symbol(place, '=') || symbol(place, '<') || symbol(place, '>');
        }

        private boolean ends(int place) {
            return place == tokens.size() || symbol(place, ')') || symbol(place, ',') || AFTER.contains(word(place));
        }

        private boolean symbol(int place, char symbol) {
            return place >= 0 && place < tokens.size() && tokens.get(place).is(symbol);
        }

        private String word(int place) {
            return place >= 0 && place < tokens.size() ? tokens.get(place).word() : "";
        }
    }
}
