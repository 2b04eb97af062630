package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Says which functions are stable: by a list of those that databases have built in, or by PostgreSQL's catalog. There a name
 * is stable if every function of that name is; what a view, an operator or a cast calls is not seen. Answers of the catalog
 * are kept until the gateway restarts. Any thread.
 */
final class StableFunctions {

    /** They have no parentheses and change from call to call, or from one moment to the next. */
    private static final Set<String> CHANGING = Set.of("""
            CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP SYSDATE SYSTIMESTAMP TODAY NOW
            NEXTVAL CURRVAL ROWNUM TABLESAMPLE
            """.split("\\s+"));

    /** The last lines are aggregates and window functions. */
    private static final Set<String> STABLE = Set.of("""
            ABS ACOS ASCII ASIN ATAN ATAN2 BITAND BITOR BITXOR CEIL CEILING CHAR CHAR_LENGTH CHARACTER_LENGTH COALESCE
            CONCAT CONCAT_WS CONVERT COS COT DATEADD DATEDIFF DATE_ADD DATE_SUB DAY DAYOFMONTH DAYOFWEEK DAYOFYEAR
            DECODE DEGREES EXP EXTRACT FLOOR GREATEST HOUR IFNULL INSTR ISNULL LCASE LEAST LEFT LENGTH LN LOCATE LOG
            LOG10 LOWER LPAD LTRIM MINUTE MOD MONTH NULLIF NVL NVL2 OCTET_LENGTH OVERLAY PI POSITION POWER QUARTER
            RADIANS REGEXP_REPLACE REPEAT REPLACE REVERSE RIGHT ROUND RPAD RTRIM SECOND SIGN SIN SPACE SQRT SUBSTR
            SUBSTRING TAN TO_CHAR TO_DATE TO_NUMBER TO_TIMESTAMP TRANSLATE TRIM TRUNC TRUNCATE UCASE UNNEST UPPER WEEK
            YEAR
            ARRAY_AGG AVG COUNT CUME_DIST DENSE_RANK EVERY FIRST_VALUE GROUP_CONCAT LAG LAST_VALUE LEAD LISTAGG MAX
            MEDIAN MIN NTILE PERCENT_RANK RANK ROW_NUMBER STDDEV STDDEV_POP STDDEV_SAMP STRING_AGG SUM VAR_POP VAR_SAMP
            """.split("\\s+"));

    /** Syntax that looks like a call; no function of the user's can take its place. */
    private static final Set<String> SYNTAX =
            Set.of("coalesce", "extract", "greatest", "least", "nullif", "overlay", "position", "substring", "trim");

    private static final String QUERY = "SELECT COALESCE(bool_and(p.provolatile <> 'v'), false)"
            + " FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace"
            + " WHERE p.proname = ? AND (? = '' OR n.nspname = ?)";

    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    boolean inCatalog(Connection connection, SqlText query) throws SQLException {
        if (changing(query)) {
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
        final String name = folded(parts[parts.length - 1]);
        return Query.rows(connection, row -> row.getBoolean(1), QUERY, name, schema, schema)
                .contains(true);
    }

    private static String folded(String name) {
        return name.startsWith("\"")
                ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
                : name.toLowerCase(Locale.ROOT);
    }

    /** Whether everything that a query calls is built in almost everywhere, and depends on its arguments alone. */
    static boolean builtIn(SqlText query) {
        return !changing(query) && known(query);
    }

    /** Whether everything that a query calls is built in almost everywhere, so that it reads no tables. */
    static boolean known(SqlText query) {
        return query.functions().stream().allMatch(f -> STABLE.contains(f.toUpperCase(Locale.ROOT)));
    }

    /** Whether a query names something that changes without being called. */
    private static boolean changing(SqlText query) {
        final List<String> words = query.words();
        for (int i = 0; i < words.size(); i++) {
            final boolean sequence = words.get(i).equals("VALUE")
                    && i > 0
                    && (words.get(i - 1).equals("NEXT") || words.get(i - 1).equals("CURRENT"));
            if (sequence || CHANGING.contains(words.get(i))) {
                return true;
            }
        }
        return false;
    }
}
