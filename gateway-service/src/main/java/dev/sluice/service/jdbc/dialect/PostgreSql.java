package dev.sluice.service.jdbc.dialect;

import static java.util.Map.entry;

import dev.sluice.api.OtherValue;
import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.postgresql.jdbc.PgResultSet;

/** PostgreSQL 12 and later. */
public final class PostgreSql extends Dialect {

    /** Types that the driver's arrays represent without loss; arguments of other types are passed as rows. */
    public static final Set<ValueType> ARRAYS = EnumSet.of(
            ValueType.BOOLEAN, ValueType.LONG, ValueType.DOUBLE, ValueType.DECIMAL, ValueType.TEXT, ValueType.UUID);

    private static final Map<ValueType, String> TYPES = Map.ofEntries(
            entry(ValueType.BOOLEAN, "BOOLEAN"),
            entry(ValueType.LONG, "BIGINT"),
            entry(ValueType.DOUBLE, "DOUBLE PRECISION"),
            entry(ValueType.DECIMAL, "NUMERIC"),
            entry(ValueType.TEXT, "VARCHAR"),
            entry(ValueType.BYTES, "BYTEA"),
            entry(ValueType.DATE, "DATE"),
            entry(ValueType.TIME, "TIME"),
            entry(ValueType.TIMESTAMP, "TIMESTAMP"),
            entry(ValueType.INSTANT, "TIMESTAMP WITH TIME ZONE"),
            entry(ValueType.UUID, "UUID"),
            entry(ValueType.DOUBLES, "DOUBLE PRECISION ARRAY"));

    /** Types whose nulls the driver sends without a type, so that the statement needs a cast. */
    private static final Set<ValueType> NULL_UNTYPED =
            EnumSet.of(ValueType.TIME, ValueType.TIMESTAMP, ValueType.INSTANT, ValueType.UUID, ValueType.DOUBLES);

    private static final String DOUBLES = "_float8";
    /** An array of numbers, NaN and Infinity included, but without NULL. */
    private static final Pattern PLAIN_NUMBERS = Pattern.compile("\\{[^{}\"LU]*+}");

    public PostgreSql() {
        super(new Traits("PostgreSQL", SqlSyntax.POSTGRESQL, TYPES, "BYTEA", true, false, true));
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
    public int jdbcType(ValueType type) {
        return type == ValueType.UUID ? Types.OTHER : super.jdbcType(type);
    }

    @Override
    String single(SqlText query, Signature signature) {
        return query.sql(i -> {
            final ParameterType type = signature.parameters().get(i);
            return NULL_UNTYPED.contains(type.value()) ? cast(type, "") : "?";
        });
    }

    @Override
    List<ChunkForm> chunked(SqlText query, Signature signature, List<String> parameters) {
        for (final ParameterType parameter : signature.parameters()) {
            if (!ARRAYS.contains(parameter.value())) {
                return super.chunked(query, signature, parameters);
            }
        }
        return List.of(ChunkForm.arrays(query, signature, type -> cast(type, " ARRAY")));
    }

    @Override
    public ColumnReader reader(ResultSetMetaData columns, int column) throws SQLException {
        return columns.getColumnTypeName(column).equals(DOUBLES)
                ? ColumnReader.<String>objects(ResultSet::getString, PostgreSql::writeDoubles)
                : super.reader(columns, column);
    }

    /**
     * Encodes a one-dimensional array of numbers, counted from 1, as an array of doubles, any other array as the server's text.
     */
    private static void writeDoubles(Encoder out, String text) {
        if (PLAIN_NUMBERS.matcher(text).matches()) {
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

    /** Uses the type's OID, because the driver queries the server for a type's name. */
    @Override
    public String typeOf(ResultSet rows, ResultSetMetaData columns, int column) throws SQLException {
        return Integer.toString(rows.unwrap(PgResultSet.class).getColumnOID(column));
    }

    @Override
    public String asked() {
        return "in chunks as arrays with LATERAL";
    }
}
