package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.SqlText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Built-in functions of most databases whose results depend only on their arguments or the time, and that read no tables. */
public final class StableFunctions {

    /** Names that are used without parentheses and have a new value at each use. */
    private static final Set<String> CHANGING =
            Set.of("NEXTVAL", "CURRVAL", "ROWNUM", "SYSDATE", "SYSTIMESTAMP", "TABLESAMPLE");

    /** The stable functions; the last lines are aggregates and window functions. */
    private static final Set<String> STABLE = Set.of("""
            ABS ACOS ASCII ASIN ATAN ATAN2 BITAND BITOR BITXOR CEIL CEILING CHAR CHAR_LENGTH CHARACTER_LENGTH COALESCE
            CONCAT CONCAT_WS CONVERT COS COT CURDATE CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURTIME DATE DATEADD
            DATEDIFF DATETIME DATE_ADD DATE_FORMAT DATE_SUB DAY DAYNAME DAYOFMONTH DAYOFWEEK DAYOFYEAR DECODE DEGREES
            EXP EXTRACT FLOOR GREATEST HEX HOUR IF IFNULL IIF INSTR ISNULL JSON_EXTRACT JSON_QUERY JSON_VALUE JULIANDAY
            LCASE LEAST LEFT LENGTH LN LOCALTIME LOCALTIMESTAMP LOCATE LOG LOG10 LOWER LPAD LTRIM MID MINUTE MOD MONTH
            MONTHNAME NOW NULLIF NVL NVL2 OCTET_LENGTH OVERLAY PI POSITION POWER QUARTER RADIANS REGEXP_LIKE
            REGEXP_REPLACE REGEXP_SUBSTR REPEAT REPLACE REVERSE RIGHT ROUND RPAD RTRIM SECOND SIGN SIN SPACE SQRT
            STRFTIME STR_TO_DATE SUBSTR SUBSTRING TAN TIMESTAMPADD TIMESTAMPDIFF TODAY TO_CHAR TO_DATE TO_NUMBER
            TO_TIMESTAMP TRANSLATE TRIM TRUNC TRUNCATE TYPEOF UCASE UNHEX UNIXEPOCH UNNEST UPPER WEEK YEAR
            ARRAY_AGG AVG COUNT CUME_DIST DENSE_RANK EVERY FIRST_VALUE GROUP_CONCAT LAG LAST_VALUE LEAD LISTAGG MAX
            MEDIAN MIN NTILE PERCENT_RANK RANK ROW_NUMBER STDDEV STDDEV_POP STDDEV_SAMP STRING_AGG SUM VAR_POP VAR_SAMP
            """.split("\\s+"));

    private StableFunctions() {}

    /** Whether a query calls only stable functions, so that none of its calls reads a table. */
    static boolean known(SqlText query) {
        return query.functions().stream().allMatch(StableFunctions::known);
    }

    private static boolean known(String function) {
        return STABLE.contains(function.toUpperCase(Locale.ROOT));
    }

    /** Returns the first name or function in a text whose value may change from call to call; empty if there is none. */
    public static Optional<String> changing(SqlText text) {
        final List<String> words = text.words();
        for (int i = 0; i < words.size(); i++) {
            if (i > 0
                    && words.get(i).equals("VALUE")
                    && Set.of("NEXT", "CURRENT").contains(words.get(i - 1))) {
                return Optional.of(words.get(i - 1) + " VALUE");
            }
            if (CHANGING.contains(words.get(i))) {
                return Optional.of(words.get(i));
            }
        }
        return text.functions().stream()
                .filter(function -> !known(function))
                .findFirst()
                .map(function -> function + "()");
    }
}
