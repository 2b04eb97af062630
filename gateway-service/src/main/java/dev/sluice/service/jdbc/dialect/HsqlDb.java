package dev.sluice.service.jdbc.dialect;

import static java.util.Map.entry;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.sql.SqlScanner.Token;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalQueries;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;

/**
 * HSQLDB 2.7. Its arrays truncate decimals and timestamps, so items are rows of a VALUES table. If HSQLDB cannot resolve a
 * parameter there, as within a WITH, a union is used.
 */
public final class HsqlDb extends Dialect {

    private static final LocalDate GREGORIAN = LocalDate.of(1582, 10, 15);
    private static final long MILLIS_A_DAY = 86_400_000;

    private static final String BYTES = "VARBINARY(16777216)";

    /** The type of strings. VARCHAR without a length would be limited to 32 K, and LONGVARCHAR may be a CLOB. */
    private static final String TEXT = "VARCHAR(16777216)";

    /** The length that the database reports for a string parameter if nothing limits the length. */
    private static final int UNKNOWN_LENGTH = 32_768;

    private static final Map<ValueType, String> TYPES = Map.ofEntries(
            entry(ValueType.BOOLEAN, "BOOLEAN"),
            entry(ValueType.LONG, "BIGINT"),
            entry(ValueType.DOUBLE, "DOUBLE"),
            entry(ValueType.DECIMAL, "DECIMAL(1000, " + SCALE + ")"),
            entry(ValueType.TEXT, TEXT),
            entry(ValueType.BYTES, BYTES),
            entry(ValueType.DATE, "DATE"),
            entry(ValueType.TIME, "TIME(9)"),
            entry(ValueType.TIMESTAMP, "TIMESTAMP(9)"),
            entry(ValueType.INSTANT, "TIMESTAMP(9) WITH TIME ZONE"),
            entry(ValueType.UUID, "UUID"),
            entry(ValueType.DOUBLES, "DOUBLE ARRAY"));

    private static final Set<String> CONDITIONS = Set.of("FALSE", "IN", "TRUE", "UNKNOWN");

    private static final Set<String> COLLATES = Set.of("COLLATE", "VARCHAR_IGNORECASE");

    private static final String VIEWS = """
            SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE = 'VIEW'
            UNION SELECT SYNONYM_NAME FROM INFORMATION_SCHEMA.SYSTEM_SYNONYMS""";

    /** Selects tables and synonyms with a column whose collation differs from that of a cast, for example VARCHAR_IGNORECASE. */
    private static final String COLLATED = """
            WITH c (name) AS (SELECT TABLE_NAME FROM INFORMATION_SCHEMA.COLUMNS WHERE COLLATION_NAME <>
              (SELECT PROPERTY_VALUE FROM INFORMATION_SCHEMA.SYSTEM_PROPERTIES WHERE PROPERTY_NAME = 'sql.default_collation'))
            SELECT name FROM c
            UNION SELECT SYNONYM_NAME FROM INFORMATION_SCHEMA.SYSTEM_SYNONYMS JOIN c ON OBJECT_NAME = name""";

    public HsqlDb() {
        this(TYPES);
    }

    private HsqlDb(Map<ValueType, String> types) {
        super(new Traits("HSQLDB", SqlSyntax.HSQLDB, types, BYTES, true, true, true));
    }

    /** Returns the dialect for the syntax mode of a connection. */
    static HsqlDb of(Connection connection) throws SQLException {
        return new HsqlDb(GenericProbe.casts(connection, TYPES));
    }

    @Override
    public boolean plain() {
        return true;
    }

    /**
     * Casts to the type that the database infers for the parameter as written, because the driver converts an argument to that
     * type in both forms. A string has no such cast if the cast could truncate it.
     */
    @Override
    Optional<String> parameter(ParameterType sent, TakenParameter taken) {
        final String scale = "(" + taken.scale() + ")";
        final Optional<String> type = switch (taken.name()) {
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "DOUBLE", "BOOLEAN", "DATE", "UUID" ->
                Optional.of(taken.name());
            case "DECIMAL", "NUMERIC" ->
                Optional.of(taken.name() + "(" + taken.precision() + ", " + taken.scale() + ")");
            case "TIME", "TIMESTAMP" -> Optional.of(taken.name() + scale);
            case "TIMESTAMP WITH TIME ZONE" -> Optional.of("TIMESTAMP" + scale + " WITH TIME ZONE");
            case "CHARACTER" -> taken.compared() ? Optional.of(TEXT) : Optional.empty();
            case "VARCHAR" ->
                taken.compared() || taken.precision() == 0 || taken.precision() >= UNKNOWN_LENGTH
                        ? Optional.of(TEXT)
                        : Optional.empty();
            default -> Optional.empty();
        };
        return type.map(name -> "CAST(? AS " + name + ")");
    }

    /**
     * HSQLDB 2.7.4 returns nulls, no rows or too many rows for IN, TRUE, FALSE, UNKNOWN, NOT and comparisons of rows, if the
     * argument comes from another table, as in a chunk, and is compared with a value from joined views or subqueries. Comparisons
     * of strings differ, too. In the single form an argument is compared by the collation of the column, also within IN; in a
     * chunk it is compared by the collation of the cast.
     */
    @Override
    Optional<String> mistakes(Connection connection, SqlText query, List<TakenParameter> taken) throws SQLException {
        if (taken.stream().anyMatch(TakenParameter::text)
                && (query.words().stream().anyMatch(COLLATES::contains) || names(COLLATED, connection, query))) {
            return Optional.of("HSQLDB may compare a text differently in a chunk: a column has a collation of its own");
        }
        final Optional<String> condition = mistaken(query.tokens());
        if (condition.isEmpty()) {
            return Optional.empty();
        }
        final boolean subquery = query.words().stream().filter("SELECT"::equals).count() > 1;
        return subquery || names(VIEWS, connection, query)
                ? Optional.of(
                        "HSQLDB may answer it wrongly in a chunk: " + condition.get() + " over a view or subquery")
                : Optional.empty();
    }

    private static Optional<String> mistaken(List<Token> tokens) {
        for (int i = 0; i < tokens.size(); i++) {
            final String word = tokens.get(i).word();
            final boolean ofNull =
                    i + 1 < tokens.size() && tokens.get(i + 1).word().equals("NULL");
            if (CONDITIONS.contains(word) || word.equals("NOT") && !ofNull) {
                return Optional.of(word);
            }
            if (i > 1
                    && tokens.get(i).is('(')
                    && tokens.get(i - 1).is('=')
                    && tokens.get(i - 2).is(')')) {
                return Optional.of("a comparison of rows");
            }
        }
        return Optional.empty();
    }

    private static boolean names(String relations, Connection connection, SqlText query) throws SQLException {
        final List<String> named = Query.texts(connection, relations);
        return query.tokens().stream()
                .filter(Token::named)
                .anyMatch(token -> named.stream().anyMatch(name -> name.equalsIgnoreCase(token.unquoted())));
    }

    /**
     * Converts days before the Gregorian calendar. The driver counts these days by the calendar of java.time, but the database
     * counts them by the Julian calendar. So the driver receives another day, which the database will read as the intended day.
     */
    @Override
    public Object bound(Temporal value) throws SQLException {
        final LocalDate day = value.query(TemporalQueries.localDate());
        if (day == null || !day.isBefore(GREGORIAN)) {
            return value;
        }
        final GregorianCalendar julian = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        julian.clear();
        julian.setLenient(false);
        julian.set(day.getYear(), day.getMonthValue() - 1, day.getDayOfMonth());
        try {
            return value.with(LocalDate.ofEpochDay(Math.floorDiv(julian.getTimeInMillis(), MILLIS_A_DAY)));
        } catch (final IllegalArgumentException e) {
            throw new SQLDataException("the calendar of HSQLDB has no " + day, "22007", e);
        }
    }
}
