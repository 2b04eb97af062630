package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Knows the functions that databases have built in and that depend on their arguments alone. */
final class BuiltInVolatility implements Volatility {

    /** Stand without parentheses and change from call to call, or from one moment to the next. */
    private static final Set<String> CHANGING = Set.of(
            "CURRENT_DATE",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "SYSDATE",
            "SYSTIMESTAMP",
            "TODAY",
            "NOW",
            "NEXTVAL",
            "CURRVAL",
            "ROWNUM",
            "TABLESAMPLE");

    private static final Set<String> STABLE = Set.of(
            "ABS",
            "ACOS",
            "ASCII",
            "ASIN",
            "ATAN",
            "ATAN2",
            "BITAND",
            "BITOR",
            "BITXOR",
            "CEIL",
            "CEILING",
            "CHAR",
            "CHAR_LENGTH",
            "CHARACTER_LENGTH",
            "COALESCE",
            "CONCAT",
            "CONCAT_WS",
            "CONVERT",
            "COS",
            "COT",
            "DATEADD",
            "DATEDIFF",
            "DATE_ADD",
            "DATE_SUB",
            "DAY",
            "DAYOFMONTH",
            "DAYOFWEEK",
            "DAYOFYEAR",
            "DECODE",
            "DEGREES",
            "EXP",
            "EXTRACT",
            "FLOOR",
            "GREATEST",
            "HOUR",
            "IFNULL",
            "INSTR",
            "ISNULL",
            "LCASE",
            "LEAST",
            "LEFT",
            "LENGTH",
            "LN",
            "LOCATE",
            "LOG",
            "LOG10",
            "LOWER",
            "LPAD",
            "LTRIM",
            "MINUTE",
            "MOD",
            "MONTH",
            "NULLIF",
            "NVL",
            "NVL2",
            "OCTET_LENGTH",
            "OVERLAY",
            "PI",
            "POSITION",
            "POWER",
            "QUARTER",
            "RADIANS",
            "REGEXP_REPLACE",
            "REPEAT",
            "REPLACE",
            "REVERSE",
            "RIGHT",
            "ROUND",
            "RPAD",
            "RTRIM",
            "SECOND",
            "SIGN",
            "SIN",
            "SPACE",
            "SQRT",
            "SUBSTR",
            "SUBSTRING",
            "TAN",
            "TO_CHAR",
            "TO_DATE",
            "TO_NUMBER",
            "TO_TIMESTAMP",
            "TRANSLATE",
            "TRIM",
            "TRUNC",
            "TRUNCATE",
            "UCASE",
            "UNNEST",
            "UPPER",
            "WEEK",
            "YEAR",
            // aggregates and window functions
            "ARRAY_AGG",
            "AVG",
            "COUNT",
            "CUME_DIST",
            "DENSE_RANK",
            "EVERY",
            "FIRST_VALUE",
            "GROUP_CONCAT",
            "LAG",
            "LAST_VALUE",
            "LEAD",
            "LISTAGG",
            "MAX",
            "MEDIAN",
            "MIN",
            "NTILE",
            "PERCENT_RANK",
            "RANK",
            "ROW_NUMBER",
            "STDDEV",
            "STDDEV_POP",
            "STDDEV_SAMP",
            "STRING_AGG",
            "SUM",
            "VAR_POP",
            "VAR_SAMP");

    @Override
    public boolean stable(Connection connection, SqlText query) {
        return !changing(query)
                && query.functions().stream().allMatch(f -> STABLE.contains(f.toUpperCase(Locale.ROOT)));
    }

    /** Whether a query names something that changes without being called. */
    static boolean changing(SqlText query) {
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
