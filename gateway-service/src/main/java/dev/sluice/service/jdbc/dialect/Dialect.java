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

/** A database's way to take one-item statements as chunks. Stateless but for caches; any thread. */
public abstract class Dialect {

    /** Takes the place of a decimal's scale in the name of a type. */
    static final String SCALE = "#";

    private final Traits traits;

    /**
     * The traits of a database.
     *
     * @param name its name in messages
     * @param syntax how its SQL text is read
     * @param types the types of casts that give a value back as it went in; what has none is asked one at a time. That of
     *     a decimal holds {@link #SCALE} where the scale is part of the type it is bound with
     * @param bytesColumn the type of a column of up to a megabyte of bytes
     * @param rows whether it takes a table of items beside a lateral statement
     * @param union whether it takes the statement once per item in a union
     * @param keepsOrder whether the statement's own order is known to survive in there
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

    /** The most parameters of one statement. */
    int maxParameters() {
        return 32_767;
    }

    /** The most bytes of a statement with its arguments, where the server closes the connection of a longer one. */
    public long maxPacket(Connection connection) throws SQLException {
        return Long.MAX_VALUE;
    }

    /** Within how many seconds the database ends a statement of a new connection, rounded up; 0 if it does not. */
    public int timeoutSeconds(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.getQueryTimeout();
        }
    }

    /** Whether a decimal's scale is part of the type it is bound with. */
    public final boolean bindsDecimalsByScale() {
        return traits.types().getOrDefault(ValueType.DECIMAL, "").contains(SCALE);
    }

    /**
     * The signature of a request.
     *
     * @param declared the parameters' declared types, or empty if there is no declaration
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

    /** The SQL type in casts; of {@link ValueType#DOUBLES} the array's. */
    public final String sqlType(ParameterType type) {
        return traits.types().get(type.value()).replace(SCALE, Integer.toString(type.scale()));
    }

    /** A parameter of a chunked form. */
    String parameter(ParameterType type) {
        return cast(type, "");
    }

    final String cast(ParameterType type, String suffix) {
        return "CAST(? AS " + sqlType(type) + suffix + ")";
    }

    /** Whether the statement for one item goes as it is written, its arguments as plain JDBC binds them. */
    public boolean plain() {
        return false;
    }

    /** Whether a statement stays what it was when it was prepared, whatever arguments it has had since. */
    public boolean keeps(SqlText text) {
        return true;
    }

    /**
     * Returns a parameter of chunked forms by which an argument comes to what it does alone; empty if there is none.
     *
     * @param taken what the database takes the parameter for, where the dialect is {@link #plain}
     */
    Optional<String> parameter(ParameterType sent, TakenParameter taken) {
        return Optional.of(parameter(sent));
    }

    /** The element type for {@code Connection.createArrayOf}, of {@link ChunkForm#arrays} and of double arrays. */
    public String elementType(ValueType type) {
        return traits.types().getOrDefault(ValueType.DOUBLE, "DOUBLE");
    }

    /** Whether CHAR columns come out of a union with their padding, as they went in. */
    boolean unionKeepsPadding() {
        return true;
    }

    /** Returns the value that the driver is given for a date or time. */
    public Object bound(Temporal value) throws SQLException {
        return value;
    }

    /** Whether a UUID is bound as text. */
    public final boolean uuidAsText() {
        return !traits.types().containsKey(ValueType.UUID);
    }

    /** Whether a part of a transaction can be undone. */
    public boolean savepoints() {
        return true;
    }

    /** Whether a moment arrives as it was sent; its request fails otherwise. */
    public boolean bindsInstants() {
        return true;
    }

    /** How a column of a result is read. */
    public ColumnReader reader(ResultSetMetaData columns, int column) throws SQLException {
        return ColumnReader.of(columns, column);
    }

    /**
     * Returns a word for a column's type, another one for each type that is read otherwise; costs nothing worth naming.
     */
    public String typeOf(ResultSet rows, ResultSetMetaData columns, int column) throws SQLException {
        return columns.getColumnTypeName(column);
    }

    /** The {@code java.sql.Types} code for {@code setNull}. */
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

    /** Why a query goes one at a time whatever its arguments are, if it does. */
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

    /** Why the database may answer a query wrongly in any chunk, by a fault of its own, if it may. Asks its catalog. */
    Optional<String> mistakes(Connection connection, SqlText query, List<TakenParameter> taken) throws SQLException {
        return Optional.empty();
    }

    /**
     * The forms to try, without asking the database. If a parameter has no type here, and for a statement that goes
     * {@link #alone}, only the single one.
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

    /** The statement for one item; unless it is plain, its parameters are of the types that the chunked forms bind. */
    String single(SqlText query, Signature signature) {
        return plain()
                ? query.sql()
                : query.sql(i -> parameter(signature.parameters().get(i)));
    }

    /** The forms for several items with these parameters, best first. */
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

    /** How reads are asked, in the words that follow "asked" in the log. */
    public String asked() {
        final String order = traits.keepsOrder() ? "" : "; what has an ORDER BY one at a time";
        if (traits.rows()) {
            return "in chunks as a table of rows with LATERAL" + (traits.union() ? ", or as UNION ALL" : "") + order;
        }
        return traits.union()
                ? "in chunks as UNION ALL" + order
                : "one at a time: it takes neither LATERAL nor UNION ALL";
    }
}
