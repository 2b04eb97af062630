package dev.sluice.service.jdbc;

import dev.sluice.api.ValueType;
import java.util.List;

/** Any database with the standard's casts and derived tables; tried on H2. */
record Generic(String name, SqlSyntax syntax, int precision, Volatility volatility) implements Dialect {

    static Generic h2() {
        return new Generic("H2", SqlSyntax.H2, 1_000, new BuiltInVolatility());
    }

    static Generic other(String product) {
        return new Generic(product, SqlSyntax.STANDARD, 38, new BuiltInVolatility());
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
        return switch (type.value()) {
            case BOOLEAN -> "BOOLEAN";
            case LONG -> "BIGINT";
            case DOUBLE -> "DOUBLE PRECISION";
            case DECIMAL -> "DECIMAL(" + precision + ", " + type.scale() + ")";
            case TEXT, OTHER, NULL -> "VARCHAR";
            case BYTES -> "VARBINARY";
            case DATE -> "DATE";
            case TIME -> "TIME(9)";
            case TIMESTAMP -> "TIMESTAMP(9)";
            case INSTANT -> "TIMESTAMP(9) WITH TIME ZONE";
            case UUID -> "UUID";
            case DOUBLES -> "DOUBLE PRECISION ARRAY";
        };
    }

    @Override
    public String elementType(ValueType type) {
        return "DOUBLE PRECISION";
    }

    /** H2 cuts the padding off. */
    @Override
    public String bytesColumn() {
        return "BLOB";
    }

    @Override
    public boolean unionKeepsPadding() {
        return false;
    }

    @Override
    public int jdbcType(ValueType type) {
        return JdbcTypes.of(type);
    }

    @Override
    public ReadForms readForms(SqlText query, Signature signature) {
        if (signature.untyped()) {
            return ReadForms.bare(query);
        }
        final String single = TypedText.of(query, signature, this);
        return query.locks()
                ? ReadForms.single(single)
                : new ReadForms(single, true, List.of(UnionForm.of(query, signature, this)), List.of());
    }
}
