package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.postgresql.jdbc.PgResultSet;

/** PostgreSQL 12 and later. */
public final class PostgreSql implements Dialect {

    /** What the driver's arrays carry without loss; the others go as rows. */
    public static final Set<ValueType> ARRAYS = EnumSet.of(
            ValueType.BOOLEAN, ValueType.LONG, ValueType.DOUBLE, ValueType.DECIMAL, ValueType.TEXT, ValueType.UUID);

    /** The driver leaves the type of their nulls to the server, so the text must say it. */
    private static final Set<ValueType> NULL_UNTYPED =
            EnumSet.of(ValueType.TIME, ValueType.TIMESTAMP, ValueType.INSTANT, ValueType.UUID, ValueType.DOUBLES);

    private static final String DOUBLES = "_float8";

    /** Its numbers are NaN and Infinity, too, but never NULL. */
    private static final Pattern PLAIN_NUMBERS = Pattern.compile("\\{[^{}\"LU]*+}");

    private final Volatility volatility = new CatalogVolatility();

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public SqlSyntax syntax() {
        return SqlSyntax.POSTGRESQL;
    }

    @Override
    public int maxParameters() {
        return 32_767;
    }

    @Override
    public boolean bindsDecimalsByScale() {
        return false;
    }

    @Override
    public String sqlType(ParameterType type) {
        return switch (type.value()) {
            case BOOLEAN -> "BOOLEAN";
            case LONG -> "BIGINT";
            case DOUBLE -> "DOUBLE PRECISION";
            case DECIMAL -> "NUMERIC";
            case BYTES -> "BYTEA";
            case DATE -> "DATE";
            case TIME -> "TIME";
            case TIMESTAMP -> "TIMESTAMP";
            case INSTANT -> "TIMESTAMP WITH TIME ZONE";
            case UUID -> "UUID";
            case DOUBLES -> "DOUBLE PRECISION ARRAY";
            case TEXT, OTHER, NULL -> "VARCHAR";
        };
    }

    @Override
    public String elementType(ValueType type) {
        return switch (type) {
            case BOOLEAN -> "bool";
            case LONG -> "int8";
            case DOUBLE, DOUBLES -> "float8";
            case DECIMAL -> "numeric";
            case UUID -> "uuid";
            case TEXT, DATE, TIME, TIMESTAMP, INSTANT -> "varchar";
            default -> throw new IllegalArgumentException("PostgreSQL binds no arrays of " + type);
        };
    }

    @Override
    public String bytesColumn() {
        return "BYTEA";
    }

    @Override
    public boolean unionKeepsPadding() {
        return true;
    }

    @Override
    public int jdbcType(ValueType type) {
        return type == ValueType.UUID ? Types.OTHER : JdbcTypes.of(type);
    }

    @Override
    public ReadForms readForms(SqlText query, Signature signature) {
        if (signature.untyped()) {
            return ReadForms.bare(query);
        }
        final String single = query.sql(i -> {
            final ParameterType type = signature.parameters().get(i);
            return NULL_UNTYPED.contains(type.value()) ? "CAST(? AS " + sqlType(type) + ")" : "?";
        });
        if (alone(query).isPresent()) {
            return ReadForms.single(single);
        }
        final boolean arrays = signature.parameters().stream().allMatch(p -> ARRAYS.contains(p.value()));
        return ReadForms.untried(
                single, List.of(arrays ? ArrayForm.of(query, signature, this) : RowsForm.of(query, signature, this)));
    }

    @Override
    public ColumnReader reader(ResultSetMetaData columns, int column) throws SQLException {
        return columns.getColumnTypeName(column).equals(DOUBLES)
                ? PostgreSql::readDoubles
                : ColumnReader.of(columns, column);
    }

    /** An array of no more than numbers, counted from 1, is one on the wire; any other is the server's text. */
    private static void readDoubles(ResultSet row, int column, Encoder out) throws SQLException {
        final String text = row.getString(column);
        if (text == null) {
            out.nullValue();
        } else if (PLAIN_NUMBERS.matcher(text).matches()) {
            out.value(
                    text.length() == 2
                            ? new double[0]
                            : Stream.of(text.substring(1, text.length() - 1).split(","))
                                    .mapToDouble(Double::parseDouble)
                                    .toArray());
        } else {
            out.value(new OtherValue(DOUBLES, text));
        }
    }

    /** The driver asks the server before it names a type. */
    @Override
    public String typeOf(ResultSet rows, ResultSetMetaData columns, int column) throws SQLException {
        return Integer.toString(rows.unwrap(PgResultSet.class).getColumnOID(column));
    }

    @Override
    public String asked() {
        return "in chunks as arrays with LATERAL";
    }

    @Override
    public Volatility volatility() {
        return volatility;
    }
}
