package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlSyntax.Trait;
import dev.sluice.service.jdbc.sql.SqlText;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * MariaDB 10.6 and later, through its own driver. The driver writes arguments into the text as literals, so numbers and strings
 * have their types without a cast. A cast would also give a string the collation of the cast, and many columns cannot be compared
 * with such a string. Because of the literals a result column's type may depend on an argument's value, but a union has one type
 * for all items. A derived table loses the order of its rows.
 */
public final class MariaDb extends Dialect {

    /** The types of casts. MariaDB has no such type for instants and arrays. */
    private static final Map<ValueType, String> TYPES = Map.of(
            ValueType.BOOLEAN, "SIGNED",
            ValueType.LONG, "SIGNED",
            ValueType.DOUBLE, "DOUBLE",
            ValueType.DECIMAL, "DECIMAL(65, " + SCALE + ")",
            ValueType.TEXT, "CHAR",
            ValueType.BYTES, "BINARY",
            ValueType.DATE, "DATE",
            ValueType.TIME, "TIME(6)",
            ValueType.TIMESTAMP, "DATETIME(6)",
            ValueType.UUID, "UUID");

    /** Types that the driver writes as literals. */
    private static final Set<ValueType> LITERAL =
            EnumSet.of(ValueType.BOOLEAN, ValueType.LONG, ValueType.DECIMAL, ValueType.TEXT);

    private static final Pattern TIME_OF_DAY = Pattern.compile("([01]\\d|2[0-3]):.*");

    private MariaDb(SqlSyntax syntax) {
        super(new Traits("MariaDB", syntax, TYPES, "LONGBLOB", false, true, false));
    }

    /** Returns the dialect for the {@code sql_mode} of a connection. */
    static MariaDb of(Connection connection) throws SQLException {
        final Set<String> modes = Set.copyOf(
                List.of(Query.texts(connection, "SELECT @@sql_mode").get(0).split(",")));
        SqlSyntax syntax = SqlSyntax.MARIADB;
        if (modes.contains("ANSI_QUOTES")) {
            syntax = syntax.without(Trait.QUOTED_STRINGS);
        }
        if (modes.contains("NO_BACKSLASH_ESCAPES")) {
            syntax = syntax.without(Trait.BACKSLASHES);
        }
        return new MariaDb(syntax);
    }

    @Override
    public long maxPacket(Connection connection) throws SQLException {
        return Query.rows(connection, row -> row.getLong(1), "SELECT @@max_allowed_packet")
                .get(0);
    }

    @Override
    public int timeoutSeconds(Connection connection) throws SQLException {
        return Query.rows(connection, row -> row.getBigDecimal(2), "SHOW VARIABLES LIKE 'max_statement_time'").stream()
                .mapToInt(seconds -> seconds.setScale(0, RoundingMode.CEILING).intValue())
                .findFirst()
                .orElse(0);
    }

    @Override
    String parameter(ParameterType type) {
        return LITERAL.contains(type.value()) ? "?" : super.parameter(type);
    }

    /** Returns false, because the driver would write instants in the time zone of this process, whatever the server's zone is. */
    @Override
    public boolean bindsInstants() {
        return false;
    }

    /**
     * Reads a TIME as a string, because it may be negative or longer than a day, and the driver would make a time of day of it.
     */
    @Override
    public ColumnReader reader(ResultSetMetaData columns, int column) throws SQLException {
        return columns.getColumnType(column) == Types.TIME
                ? ColumnReader.<String>objects(ResultSet::getString, MariaDb::writeTime)
                : super.reader(columns, column);
    }

    private static void writeTime(Encoder out, String text) {
        if (TIME_OF_DAY.matcher(text).matches()) {
            out.value(LocalTime.parse(text));
        } else {
            out.value(new OtherValue("time", text));
        }
    }

    @Override
    public Optional<String> alone(SqlText query) {
        final Optional<String> inOrder = super.alone(query);
        return inOrder.isEmpty() && ColumnParameters.in(query)
                ? Optional.of("the type of a column might depend on an argument")
                : inOrder;
    }
}
