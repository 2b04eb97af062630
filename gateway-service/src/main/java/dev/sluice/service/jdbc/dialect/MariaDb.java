package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * MariaDB 10.6 and later, by its own driver, which writes arguments into the text: a number or a text has its type there.
 * A cast would give a text a collation of its own, which many columns cannot be compared with. So a column's type may
 * depend on an argument's value, and a union has one type for all. The order of a derived table is lost.
 */
public final class MariaDb implements Dialect {

    /** What the driver does not write as a literal of that type. */
    private static final Set<ValueType> CAST = EnumSet.of(
            ValueType.DOUBLE, ValueType.BYTES, ValueType.DATE, ValueType.TIME, ValueType.TIMESTAMP, ValueType.UUID);

    private static final Set<ValueType> LITERAL =
            EnumSet.of(ValueType.BOOLEAN, ValueType.LONG, ValueType.DECIMAL, ValueType.TEXT);

    private static final Pattern TIME_OF_DAY = Pattern.compile("([01]\\d|2[0-3]):.*");

    private final Volatility volatility = new BuiltInVolatility();

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public SqlSyntax syntax() {
        return SqlSyntax.MARIADB;
    }

    /** The text counts, not the parameters. */
    @Override
    public int maxParameters() {
        return 32_767;
    }

    @Override
    public long maxPacket(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@max_allowed_packet")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public boolean bindsDecimalsByScale() {
        return true;
    }

    @Override
    public String sqlType(ParameterType type) {
        return switch (type.value()) {
            case BOOLEAN, LONG -> "SIGNED";
            case DOUBLE -> "DOUBLE";
            case DECIMAL -> "DECIMAL(65, " + type.scale() + ")";
            case BYTES -> "BINARY";
            case DATE -> "DATE";
            case TIME -> "TIME(6)";
            case TIMESTAMP -> "DATETIME(6)";
            case UUID -> "UUID";
            case TEXT, OTHER, NULL -> "CHAR";
            case INSTANT, DOUBLES -> throw new UnsupportedOperationException("MariaDB has no type for " + type);
        };
    }

    @Override
    public String parameter(ParameterType type) {
        return CAST.contains(type.value()) ? Dialect.super.parameter(type) : "?";
    }

    @Override
    public String elementType(ValueType type) {
        return "DOUBLE";
    }

    @Override
    public String bytesColumn() {
        return "LONGBLOB";
    }

    /** It never gives padding. */
    @Override
    public boolean unionKeepsPadding() {
        return true;
    }

    @Override
    public int jdbcType(ValueType type) {
        return JdbcTypes.of(type);
    }

    /** The driver would write them in the time zone of this process, whatever the server's is. */
    @Override
    public boolean bindsInstants() {
        return false;
    }

    @Override
    public ColumnReader reader(ResultSetMetaData columns, int column) throws SQLException {
        return columns.getColumnType(column) == Types.TIME ? MariaDb::readTime : ColumnReader.of(columns, column);
    }

    /** A TIME may be negative or longer than a day, and the driver makes a time of the day of it. */
    private static void readTime(ResultSet row, int column, Encoder out) throws SQLException {
        final String text = row.getString(column);
        if (text == null) {
            out.nullValue();
        } else if (TIME_OF_DAY.matcher(text).matches()) {
            out.value(LocalTime.parse(text));
        } else {
            out.value(new OtherValue("time", text));
        }
    }

    @Override
    public Optional<String> alone(SqlText query) {
        final Optional<String> inOrder = Dialect.aloneInOrder(query);
        return inOrder.isEmpty() && ColumnParameters.in(query)
                ? Optional.of("the type of a column might depend on an argument")
                : inOrder;
    }

    @Override
    public ReadForms readForms(SqlText query, Signature signature) {
        final boolean known = signature.parameters().stream()
                .allMatch(type -> CAST.contains(type.value()) || LITERAL.contains(type.value()));
        if (signature.untyped() || !known) {
            return ReadForms.bare(query);
        }
        final String single = TypedText.of(query, signature, this);
        return alone(query).isPresent()
                ? ReadForms.single(single)
                : ReadForms.untried(single, List.of(UnionForm.of(query, signature, this)));
    }

    @Override
    public String asked() {
        return "in chunks as UNION ALL; what has an ORDER BY one at a time";
    }

    @Override
    public Volatility volatility() {
        return volatility;
    }
}
