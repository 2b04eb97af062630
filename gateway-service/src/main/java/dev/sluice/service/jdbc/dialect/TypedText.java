package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.SqlText;

/** The user's statement with each parameter of the type it is bound with. */
final class TypedText {

    private TypedText() {}

    static String of(SqlText query, Signature signature, Dialect dialect) {
        return query.sql(i -> dialect.parameter(signature.parameters().get(i)));
    }
}
