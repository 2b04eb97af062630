package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlText;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the one table that an update writes, by the update's text. Only for databases on which a WITH clause cannot write. */
final class WrittenTable {

    private static final Set<String> WRITES = Set.of("INSERT", "REPLACE", "UPDATE", "DELETE", "MERGE");
    private static final Set<String> OPTIONS = Set.of("IGNORE", "LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "QUICK");
    private static final Set<String> PREPOSITIONS = Set.of("INTO", "FROM");
    private static final Set<String> OTHERS = Set.of("JOIN", "STRAIGHT_JOIN", "USING", "FOR", "PARTITION", "FROM");

    private final List<Token> tokens;
    private int at;

    private WrittenTable(List<Token> tokens) {
        this.tokens = tokens;
    }

    /**
     * Returns the table if the text shows for certain that the update writes exactly one table, and which one; otherwise empty.
     */
    static Optional<TableName> of(SqlText text) {
        return text.kind() != SqlText.Kind.UPDATE || hides(text)
                ? Optional.empty()
                : new WrittenTable(text.tokens()).read();
    }

    /** Whether the text has a comment that MariaDB executes. */
    static boolean hides(SqlText text) {
        return text.sql().contains("/*!") || text.sql().contains("/*M!");
    }

    private Optional<TableName> read() {
        while (tokens.get(at).depth() > 0 || !WRITES.contains(tokens.get(at).word())) {
            at++;
        }
        final String verb = tokens.get(at++).word();
        if (writesInside()) {
            return Optional.empty();
        }
        skipToName();
        final Optional<String> name = name();
        final boolean one = switch (verb) {
            case "UPDATE" -> alone("SET");
            case "DELETE" ->
                tokens.stream().noneMatch(t -> t.depth() == 0 && t.word().equals("USING")) && alone("WHERE");
            default -> true;
        };
        return name.filter(found -> one).map(TableName::of);
    }

    private void skipToName() {
        while (at < tokens.size()) {
            final String word = word();
            if (!OPTIONS.contains(word) && !PREPOSITIONS.contains(word)) {
                return;
            }
            at++;
            if (PREPOSITIONS.contains(word)) {
                return;
            }
        }
    }

    /** Whether the text has a change in parentheses, which H2 allows as a table: {@code FINAL TABLE (INSERT …)}. */
    private boolean writesInside() {
        for (int i = 1; i + 1 < tokens.size(); i++) {
            if (tokens.get(i - 1).is('(')
                    && WRITES.contains(tokens.get(i).word())
                    && !tokens.get(i + 1).is('(')) {
                return true;
            }
        }
        return false;
    }

    private Optional<String> name() {
        final StringBuilder name = new StringBuilder();
        while (at < tokens.size() && tokens.get(at).named()) {
            name.append(tokens.get(at++).text());
            if (at == tokens.size() || !tokens.get(at).is('.')) {
                return Optional.of(name.toString());
            }
            name.append('.');
            at++;
        }
        return Optional.empty();
    }

    /** Whether only an alias, and so no other table, stands between the table's name and the given word or the end. */
    private boolean alone(String next) {
        int words = 0;
        while (at < tokens.size() && !word().equals(next)) {
            if (!tokens.get(at).named() || OTHERS.contains(word()) || ++words > 2) {
                return Set.of("ORDER", "LIMIT", "RETURNING").contains(word());
            }
            at++;
        }
        return true;
    }

    private String word() {
        return tokens.get(at).word();
    }
}
