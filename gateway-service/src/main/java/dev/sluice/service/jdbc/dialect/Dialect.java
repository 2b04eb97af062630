package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Variables;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How one database executes a statement, written for one item, for a whole chunk of items. Stateless except for caches; any
 * thread.
 */
public abstract class Dialect {

    /** The placeholder for a decimal's scale in the name of a type. */
    static final String SCALE = "#";

    private final Traits traits;

    /**
     * The traits of a database.
     *
     * @param name its name in messages
     * @param syntax the syntax of its SQL
     * @param types for each kind of value, the SQL type to which a value can be cast without a change; a statement with an
     *     argument of any other kind is executed for one item at a time. A decimal's type contains {@link #SCALE} if decimals are
     *     bound with their scale
     * @param bytesColumn the type for a column of up to a megabyte of bytes
     * @param rows whether it accepts a table of items in a join with a LATERAL statement
     * @param union whether it accepts a union that contains the statement once for each item
     * @param keepsOrder whether each item's rows are known to keep the order of the statement's ORDER BY in these two forms
     */
    public record Traits(
            String name,
            SqlSyntax syntax,
            Map<ValueType, String> types,
            String bytesColumn,
            boolean rows,
            boolean union,
            boolean keepsOrder) {

        public Traits {
            types = Map.copyOf(types);
        }
    }

    Dialect(Traits traits) {
        this.traits = traits;
    }

    public final Traits traits() {
        return traits;
    }

    public final String name() {
        return traits.name();
    }

    public final SqlSyntax syntax() {
        return traits.syntax();
    }

    /** Returns the maximum number of parameters of one statement. */
    int maxParameters() {
        return 32_767;
    }

    /**
     * Returns the maximum size in bytes of a statement with its arguments. If a statement is longer, the server closes the
     * connection.
     */
    public long maxPacket(Connection connection) throws SQLException {
        return Long.MAX_VALUE;
    }

    /** Returns the statement timeout of a new connection in seconds, rounded up; 0 if there is none. */
    public int timeoutSeconds(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.getQueryTimeout();
        }
    }

    /** Whether a decimal's scale is part of the type with which it is bound. */
    public final boolean bindsDecimalsByScale() {
        return traits.types().getOrDefault(ValueType.DECIMAL, "").contains(SCALE);
    }

    /**
     * Returns the signature of a request.
     *
     * @param declared the declared types of the parameters; empty if there is no declaration
     */
    public final Signature signature(Arguments arguments, List<ValueType> declared) {
        if (arguments.count() == 0) {
            return Signature.NONE;
        }
        final List<ParameterType> parameters = new ArrayList<>(arguments.count());
        List<Object> values = null;
        for (int i = 0; i < arguments.count(); i++) {
            final ValueType sent = arguments.type(i);
            final ValueType type = i < declared.size() ? declared.get(i) : sent;
            int scale = 0;
            if (type == ValueType.DECIMAL && sent == ValueType.DECIMAL && bindsDecimalsByScale()) {
                values = values == null ? arguments.values() : values;
                scale = Math.max(0, ((BigDecimal) values.get(i)).scale());
            }
            parameters.add(new ParameterType(type, scale));
        }
        return new Signature(parameters);
    }

    /** Returns the SQL type for casts; for {@link ValueType#DOUBLES} that is the array type. */
    public final String sqlType(ParameterType type) {
        return traits.types().get(type.value()).replace(SCALE, Integer.toString(type.scale()));
    }

    /** Returns the SQL of a parameter in a chunked form. */
    String parameter(ParameterType type) {
        return cast(type, "");
    }

    final String cast(ParameterType type, String suffix) {
        return "CAST(? AS " + sqlType(type) + suffix + ")";
    }

    /** Whether the statement for one item is executed as written, without casts, with arguments bound as in plain JDBC. */
    public boolean plain() {
        return false;
    }

    /** Whether a prepared statement keeps its behavior, whatever arguments were bound to it before. */
    public boolean keeps(SqlText text) {
        return true;
    }

    /**
     * Returns the SQL of a parameter in chunked forms that gives an argument the same meaning as in the single form; empty if
     * there is no such SQL.
     *
     * @param taken the type that the database infers for the parameter, if the dialect is {@link #plain}
     */
    Optional<String> parameter(ParameterType sent, TakenParameter taken) {
        return Optional.of(parameter(sent));
    }

    /** Returns the element type for {@code Connection.createArrayOf}, for {@link ChunkForm#arrays} and for arrays of doubles. */
    public String elementType(ValueType type) {
        return traits.types().getOrDefault(ValueType.DOUBLE, "DOUBLE");
    }

    /** Whether a union preserves the padding of CHAR columns. */
    boolean unionKeepsPadding() {
        return true;
    }

    /** Returns the value to pass to the driver for a date or time. */
    public Object bound(Temporal value) throws SQLException {
        return value;
    }

    /** Whether UUIDs are bound as text. */
    public final boolean uuidAsText() {
        return !traits.types().containsKey(ValueType.UUID);
    }

    /** Whether the database has savepoints, so that a part of a transaction can be rolled back. */
    public boolean savepoints() {
        return true;
    }

    /** Whether the driver passes an instant to the database unchanged. If not, a request with an instant fails. */
    public boolean bindsInstants() {
        return true;
    }

    /** Returns the reader for a column of a result. */
    public ColumnReader reader(ResultSetMetaData columns, int column) throws SQLException {
        return ColumnReader.of(columns, column);
    }

    /**
     * Returns a string that identifies a column's type, so that types with different readers have different strings. Cheap to
     * call.
     */
    public String typeOf(ResultSet rows, ResultSetMetaData columns, int column) throws SQLException {
        return columns.getColumnTypeName(column);
    }

    /** Returns the {@code java.sql.Types} code for {@code setNull}. */
    public int jdbcType(ValueType type) {
        return switch (type) {
            case NULL -> Types.NULL;
            case BOOLEAN -> Types.BOOLEAN;
            case LONG -> Types.BIGINT;
            case DOUBLE -> Types.DOUBLE;
            case DECIMAL -> Types.NUMERIC;
            case TEXT, OTHER -> Types.VARCHAR;
            case BYTES -> Types.VARBINARY;
            case DATE -> Types.DATE;
            case TIME -> Types.TIME;
            case TIMESTAMP -> Types.TIMESTAMP;
            case INSTANT -> Types.TIMESTAMP_WITH_TIMEZONE;
            case UUID -> uuidAsText() ? Types.VARCHAR : Types.BINARY;
            case DOUBLES -> Types.ARRAY;
        };
    }

    /** Returns why a query is always executed for one item at a time, whatever its arguments are; empty if there is no reason. */
    public Optional<String> alone(SqlText query) {
        if (query.locks()) {
            return Optional.of("it locks rows");
        }
        if (Variables.assigned(query)) {
            return Optional.of("it gives values to variables of the session");
        }
        return !traits.keepsOrder() && query.words().contains("ORDER")
                ? Optional.of("a chunk might lose its order")
                : Optional.empty();
    }

    /**
     * Returns why a bug of the database might make any chunk of a query wrong; empty if no such bug is known. Reads the
     * database's catalog.
     */
    Optional<String> mistakes(Connection connection, SqlText query, List<TakenParameter> taken) throws SQLException {
        return Optional.empty();
    }

    /**
     * Returns the forms to try, without a query to the database. Returns only the single form if a parameter's type is unknown
     * here, or if the query is executed {@link #alone}.
     */
    public final ReadForms readForms(SqlText query, Signature signature) {
        for (final ParameterType parameter : signature.parameters()) {
            if (!traits.types().containsKey(parameter.value())) {
                return new ReadForms(query.sql(), List.of(), List.of(), List.of());
            }
        }
        final List<ChunkForm> chunked = alone(query).isPresent()
                ? List.of()
                : chunked(
                        query,
                        signature,
                        signature.parameters().stream().map(this::parameter).toList());
        return new ReadForms(single(query, signature), chunked, List.of(), List.of());
    }

    /** Returns the statement for one item. If the dialect is not plain, its parameters have the same types as in chunks. */
    String single(SqlText query, Signature signature) {
        return plain()
                ? query.sql()
                : query.sql(i -> parameter(signature.parameters().get(i)));
    }

    /** Returns the forms for several items with these parameters, best first. */
    List<ChunkForm> chunked(SqlText query, Signature signature, List<String> parameters) {
        final List<ChunkForm> chunked = new ArrayList<>(2);
        if (traits.rows()) {
            chunked.add(ChunkForm.rows(query, parameters, maxParameters()));
        }
        if (traits.union()) {
            chunked.add(ChunkForm.union(query, parameters, maxParameters()));
        }
        return chunked;
    }

    /** Returns how reads are executed, as the phrase that follows "asked" in the log. */
    public String asked() {
        final String order = traits.keepsOrder() ? "" : "; queries with ORDER BY one at a time";
        if (traits.rows()) {
            return "in chunks as a table of rows with LATERAL" + (traits.union() ? ", or as UNION ALL" : "") + order;
        }
        return traits.union()
                ? "in chunks as UNION ALL" + order
                : "one at a time: it takes neither LATERAL nor UNION ALL";
    }
}
