package dev.sluice.service.jdbc;

/** The user's statement with each parameter cast to the type it is bound with. */
final class TypedText {

    private TypedText() {}

    static String of(SqlText query, Signature signature, Dialect dialect) {
        return query.sql(
                i -> "CAST(? AS " + dialect.sqlType(signature.parameters().get(i)) + ")");
    }
}
