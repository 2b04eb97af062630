package dev.sluice.service.jdbc.sql;

import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The expressions of a product that read what earlier statements left in a session: the last generated key, the count of the last
 * change, variables and locks. Because all requests and the gateway's own statements share the sessions, such state does not
 * belong to any one request. Immutable.
 */
public final class SessionState {

    private static final String STATE = ", which is state of the session: the gateway shares its sessions among all"
            + " requests, so the state may be another request's. ";

    private static final String KEY =
            "Instead, write one statement that does all of it (with RETURNING, or with NEXT VALUE"
                    + " FOR where the key is used), let a function of the database do all of it (called by a query that is sent with"
                    + " executeUpdate), or draw the key first and send"
                    + " it as an argument";

    private static final String COUNT =
            "Instead, take the count from the result of the update, or write one statement, or"
                    + " a function of the database, that does all of it";

    private static final String LOCK =
            "Instead, let one statement, or a function of the database, do all that the lock is for, with a lock that ends with"
                    + " its transaction; or let the job take the lock on a connection of its own";

    private static final String VARIABLE =
            "Instead, give it a value in the same statement, as in FROM t, (SELECT @x := 0) i, send"
                    + " the value as an argument, or let a function of the database do all of it";

    /** First words of statements that change the session for later requests. */
    private static final Set<String> CHANGES = Set.of(
            "SET",
            "RESET",
            "DISCARD",
            "USE",
            "LISTEN",
            "UNLISTEN",
            "PREPARE",
            "DEALLOCATE",
            "LOCK",
            "UNLOCK",
            "HANDLER");

    /** First words of statements that change the database or a table, and not the session. */
    private static final Set<String> OF_DATABASE = Set.of("SET GLOBAL", "SET PERSIST", "SET TABLE", "SET FILES");

    /** First words of statements in which {@code user@host} is an account, and not a variable. */
    private static final Set<String> ACCOUNTS = Set.of("SHOW GRANTS", "SHOW CREATE", "RENAME USER");

    /** First words of definitions, which only contain code to be run later, such as the body of a trigger. */
    private static final Set<String> DEFINITIONS =
            Set.of("CREATE", "ALTER", "DROP", "COMMENT", "GRANT", "REVOKE", "BEGIN");

    /** After one of these words, a name with a parenthesis is a table with its columns, and not a function. */
    private static final Set<String> BEFORE_TABLES =
            Set.of("INTO", "INSERT", "REPLACE", "IGNORE", "TABLE", "AS", "WITH", "RECURSIVE");

    private static final String[] CURRENT = {"CURRENT VALUE FOR", ". CURRVAL"};
    private static final String[] PREVIOUS = {"PREVIOUS VALUE FOR", "PREVVAL FOR", ". CURRVAL"};

    public static final SessionState POSTGRESQL = keys("CURRVAL (", "LASTVAL ( )")
            .with(
                    LOCK,
                    "PG_ADVISORY_LOCK (",
                    "PG_ADVISORY_LOCK_SHARED (",
                    "PG_TRY_ADVISORY_LOCK (",
                    "PG_TRY_ADVISORY_LOCK_SHARED (",
                    "PG_ADVISORY_UNLOCK (",
                    "PG_ADVISORY_UNLOCK_SHARED (",
                    "PG_ADVISORY_UNLOCK_ALL (");
    public static final SessionState HSQLDB = keys("IDENTITY ( )", "CURRVAL (", "LASTVAL ( )")
            .and(CURRENT)
            .and(". PREVVAL")
            .counts("DIAGNOSTICS (");
    public static final SessionState H2 = keys("IDENTITY ( )", "SCOPE_IDENTITY ( )", "LAST_INSERT_ID ( )", "CURRVAL (")
            .and(CURRENT)
            .and("LASTVAL ( )", "IDENTITY_VAL_LOCAL ( )")
            .variables();
    public static final SessionState MARIADB = keys("LAST_INSERT_ID ( )", "LASTVAL (", "PREVIOUS VALUE FOR")
            .and(system("IDENTITY", "LAST_INSERT_ID", "INSERT_ID"))
            .counts("ROW_COUNT ( )", "FOUND_ROWS ( )")
            .counts(system("WARNING_COUNT", "ERROR_COUNT"))
            .with(LOCK, "GET_LOCK (", "RELEASE_LOCK (", "RELEASE_ALL_LOCKS (")
            .variables();
    public static final SessionState SQLITE = keys("LAST_INSERT_ROWID ( )").counts("CHANGES ( )", "TOTAL_CHANGES ( )");
    public static final SessionState DB2 = keys("IDENTITY_VAL_LOCAL ( )").and(PREVIOUS);
    public static final SessionState DUCKDB = keys("CURRVAL (");
    public static final SessionState SEQUENCES = keys(". CURRVAL");
    public static final SessionState SQL_SERVER =
            keys("SCOPE_IDENTITY ( )", "@ @ IDENTITY").counts("@ @ ROWCOUNT", "ROWCOUNT_BIG ( )");
    public static final SessionState SAP = keys("CURRENT_IDENTITY_VALUE ( )", ". CURRVAL");
    /** For unknown products: the expressions that read such state in some product, and have no other meaning in any product. */
    public static final SessionState OTHER =
            keys("LAST_INSERT_ID ( )", "SCOPE_IDENTITY ( )", "IDENTITY_VAL_LOCAL ( )", "@ @ IDENTITY", "LASTVAL ( )");

    /** The tokens that read state, and the advice for an alternative. */
    private record Pattern(List<String> tokens, String instead) {

        boolean calls() {
            return tokens.size() > 1 && tokens.get(1).equals("(");
        }
    }

    /** State that a text reads, and the advice for an alternative. */
    private record Found(String state, String instead) {}

    private final List<Pattern> patterns;
    private final boolean variables;

    private SessionState(List<Pattern> patterns, boolean variables) {
        this.patterns = List.copyOf(patterns);
        this.variables = variables;
    }

    private static SessionState keys(String... patterns) {
        return new SessionState(List.of(), false).and(patterns);
    }

    private SessionState and(String... keys) {
        return with(KEY, keys);
    }

    private SessionState counts(String... counts) {
        return with(COUNT, counts);
    }

    private SessionState with(String instead, String... added) {
        final List<Pattern> all = new ArrayList<>(patterns);
        Stream.of(added)
                .map(tokens -> new Pattern(List.of(tokens.split(" ")), instead))
                .forEach(all::add);
        return new SessionState(all, variables);
    }

    /** Adds variables of the session, as in {@code @x}. */
    private SessionState variables() {
        return new SessionState(patterns, true);
    }

    private static String[] system(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of("", "SESSION . ", "LOCAL . ").map(scope -> "@ @ " + scope + name))
                .toArray(String[]::new);
    }

    /**
     * Refuses a statement that uses or changes the state of its session.
     *
     * @throws IllegalArgumentException if the statement does so; the message says what to write instead
     */
    public void refuse(SqlText text) {
        if (changes(text)) {
            throw new IllegalArgumentException(
                    text.firstKeyword() + " changes the state of the session, which the gateway"
                            + " shares among all requests: set it in the URL of the database, set it for the user there, or"
                            + " let a function of the database set it for its own duration");
        }
        if (text.kind() == SqlText.Kind.OTHER
                && (DEFINITIONS.contains(text.firstKeyword()) || ACCOUNTS.contains(words(text, 2)))) {
            return;
        }
        find(text).ifPresent(found -> {
            throw new IllegalArgumentException("it uses " + found.state() + STATE + found.instead());
        });
    }

    private static boolean changes(SqlText text) {
        final List<String> words = text.words();
        if (words(text, 2).equals("SET STATEMENT") && words.contains("FOR")) {
            // MariaDB: settings that hold only for the statement after FOR
            return words.stream().skip(words.indexOf("FOR") + 1L).limit(1).anyMatch(CHANGES::contains);
        }
        final boolean one = text.tokens().stream().noneMatch(token -> token.depth() == 0 && token.is(','));
        return CHANGES.contains(text.firstKeyword()) && !(one && OF_DATABASE.contains(words(text, 2)));
    }

    private static String words(SqlText text, int count) {
        return text.words().stream().limit(count).collect(Collectors.joining(" "));
    }

    /** Returns the state that a text reads, as written in the text; empty if the text shows none. */
    public Optional<String> read(SqlText text) {
        return find(text).map(Found::state);
    }

    private Optional<Found> find(SqlText text) {
        final List<Token> tokens = text.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            for (final Pattern pattern : patterns) {
                if (matches(pattern, tokens, i)) {
                    return Optional.of(new Found(shown(pattern, text, i), pattern.instead()));
                }
            }
        }
        return variables ? Variables.foreign(text).map(name -> new Found(name, VARIABLE)) : Optional.empty();
    }

    private static boolean matches(Pattern pattern, List<Token> tokens, int at) {
        final List<String> expected = pattern.tokens();
        if (at + expected.size() > tokens.size()) {
            return false;
        }
        for (int i = 0; i < expected.size(); i++) {
            final Token token = tokens.get(at + i);
            if (!token.text().equalsIgnoreCase(expected.get(i))
                    && !(i == 0 && pattern.calls() && token.unquoted().equalsIgnoreCase(expected.get(i)))) {
                return false;
            }
        }
        if (pattern.calls()) {
            return called(tokens, at);
        }
        return !expected.get(0).equals(".") || ofSequence(tokens, at);
    }

    /** Whether a name before a parenthesis is a built-in function, and not a table or a function of another schema. */
    private static boolean called(List<Token> tokens, int at) {
        if (at == 0) {
            return true;
        }
        final Token before = tokens.get(at - 1);
        if (before.is('.')) {
            return at > 1 && tokens.get(at - 2).unquoted().equalsIgnoreCase("pg_catalog");
        }
        return !BEFORE_TABLES.contains(before.word()) && !namesQuery(tokens, at);
    }

    /** Whether the name is that of a query in a WITH: {@code name(columns) AS (…)}. */
    private static boolean namesQuery(List<Token> tokens, int at) {
        final int depth = tokens.get(at).depth();
        int next = at + 2;
        while (next < tokens.size() && tokens.get(next).depth() > depth) {
            next++;
        }
        return next + 2 < tokens.size()
                && tokens.get(next + 1).word().equals("AS")
                && (tokens.get(next + 2).is('(')
                        || Set.of("NOT", "MATERIALIZED")
                                .contains(tokens.get(next + 2).word()));
    }

    /** Whether {@code name.CURRVAL} is a sequence's value. If it were a column, the text would name its table elsewhere, too. */
    private static boolean ofSequence(List<Token> tokens, int at) {
        if (at == 0 || !tokens.get(at - 1).named()) {
            return false;
        }
        final String name = tokens.get(at - 1).unquoted();
        for (int i = 0; i < tokens.size(); i++) {
            final boolean qualifies = i + 1 < tokens.size() && tokens.get(i + 1).is('.');
            if (!qualifies && tokens.get(i).named() && tokens.get(i).unquoted().equalsIgnoreCase(name)) {
                return false;
            }
        }
        return true;
    }

    private static String shown(Pattern pattern, SqlText text, int at) {
        final List<Token> tokens = text.tokens();
        final int from = tokens.get(at).is('.') ? at - 1 : at;
        final int to = pattern.calls() ? at : at + pattern.tokens().size() - 1;
        return text.sql().substring(tokens.get(from).start(), tokens.get(to).end());
    }
}
