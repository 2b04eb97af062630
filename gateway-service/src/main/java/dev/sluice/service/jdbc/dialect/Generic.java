package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Any other database, as {@link GenericProbe} found it; H2, whose answers are known.
 *
 * @param product its name, perhaps with its version
 * @param types the types of casts that give a value back as it went in; what has none is asked one at a time
 * @param precision the most digits of a decimal
 * @param rows whether it takes a table of items beside a lateral statement
 * @param union whether it takes the statement once per item in a union
 * @param keepsOrder whether the statement's own order is known to survive in there
 * @param javaTimes whether its driver takes and gives java.time; it is asked in text otherwise
 * @param untypedNull the {@code java.sql.Types} code of a null without a type
 * @param readOnly whether a connection can be told that it only reads
 * @param savepoints whether a part of a transaction can be undone
 */
public record Generic(
        String product,
        SqlSyntax syntax,
        Map<ValueType, String> types,
        int precision,
        boolean rows,
        boolean union,
        boolean keepsOrder,
        boolean javaTimes,
        int untypedNull,
        boolean readOnly,
        boolean savepoints,
        Volatility volatility)
        implements Dialect {

    public static Generic h2() {
        final Map<ValueType, String> types = new EnumMap<>(Map.of(
                ValueType.BOOLEAN, "BOOLEAN",
                ValueType.LONG, "BIGINT",
                ValueType.DOUBLE, "DOUBLE PRECISION",
                ValueType.DECIMAL, "DECIMAL",
                ValueType.TEXT, "VARCHAR",
                ValueType.BYTES, "VARBINARY",
                ValueType.DATE, "DATE",
                ValueType.TIME, "TIME(9)",
                ValueType.TIMESTAMP, "TIMESTAMP(9)",
                ValueType.INSTANT, "TIMESTAMP(9) WITH TIME ZONE"));
        types.put(ValueType.UUID, "UUID");
        types.put(ValueType.DOUBLES, "DOUBLE PRECISION ARRAY");
        return new Generic(
                "H2",
                SqlSyntax.H2,
                types,
                1_000,
                false,
                true,
                true,
                true,
                Types.NULL,
                true,
                true,
                new BuiltInVolatility());
    }

    @Override
    public String name() {
        return product;
    }

    /** The lowest limit among common databases is 2,100. */
    @Override
    public int maxParameters() {
        return 2_000;
    }

    @Override
    public boolean bindsDecimalsByScale() {
        return true;
    }

    @Override
    public String sqlType(ParameterType type) {
        final String name = types.get(type.value());
        return type.value() == ValueType.DECIMAL ? name + "(" + precision + ", " + type.scale() + ")" : name;
    }

    @Override
    public String elementType(ValueType type) {
        return "DOUBLE PRECISION";
    }

    @Override
    public String bytesColumn() {
        final String bytes = types.getOrDefault(ValueType.BYTES, "");
        return bytes.equals("VARBINARY(MAX)") ? bytes : "BLOB";
    }

    /** H2 cuts the padding off. */
    @Override
    public boolean unionKeepsPadding() {
        return false;
    }

    @Override
    public Object bound(Temporal value, LocalDate day) {
        return javaTimes ? value : TemporalText.of(value);
    }

    @Override
    public boolean uuidAsText() {
        return !types.containsKey(ValueType.UUID);
    }

    @Override
    public ColumnReader reader(ResultSetMetaData columns, int column) throws SQLException {
        return javaTimes ? ColumnReader.of(columns, column) : TemporalText.reader(columns, column);
    }

    @Override
    public int jdbcType(ValueType type) {
        return switch (type) {
            case NULL -> untypedNull;
            case UUID -> JdbcTypes.of(uuidAsText() ? ValueType.TEXT : type);
            default -> JdbcTypes.of(type);
        };
    }

    @Override
    public Optional<String> alone(SqlText query) {
        return keepsOrder ? Dialect.super.alone(query) : Dialect.aloneInOrder(query);
    }

    @Override
    public ReadForms readForms(SqlText query, Signature signature) {
        if (signature.untyped() || !castable(signature)) {
            return ReadForms.bare(query);
        }
        final String single = TypedText.of(query, signature, this);
        if (alone(query).isPresent()) {
            return ReadForms.single(single);
        }
        final List<ChunkForm> chunked = new ArrayList<>();
        if (rows) {
            chunked.add(RowsForm.of(query, signature, this));
        }
        if (union) {
            chunked.add(UnionForm.of(query, signature, this));
        }
        return ReadForms.untried(single, chunked);
    }

    private boolean castable(Signature signature) {
        return signature.parameters().stream().allMatch(parameter -> types.containsKey(parameter.value()));
    }

    /** What other databases have, and how it is done without. */
    public List<String> lacks() {
        final List<String> lacks = new ArrayList<>();
        if (!readOnly) {
            lacks.add("it has no read-only connections: reads are asked on one that could write");
        }
        if (!savepoints) {
            lacks.add("it has no savepoints: updates that fail together are run again in a transaction each");
        }
        return lacks;
    }

    @Override
    public String asked() {
        return Stream.concat(Stream.of(forms()), lacks().stream()).collect(Collectors.joining("; "));
    }

    private String forms() {
        final String order = keepsOrder ? "" : "; what has an ORDER BY one at a time";
        if (rows) {
            return "in chunks as a table of rows with LATERAL" + (union ? ", or as UNION ALL" : "") + order;
        }
        return union ? "in chunks as UNION ALL" + order : "one at a time: it takes neither LATERAL nor UNION ALL";
    }
}
