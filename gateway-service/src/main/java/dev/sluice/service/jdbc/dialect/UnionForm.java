package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.Names;
import dev.sluice.service.jdbc.sql.SqlText;

/**
 * The user's statement once per item: works everywhere tried.
 *
 * @param typed the statement with its parameters cast
 */
record UnionForm(String typed, String answer, int maxItems) implements ChunkForm {

    /** Parsers walk a union recursively. */
    private static final int MAX_ITEMS = 256;

    static UnionForm of(SqlText query, Signature signature, Dialect dialect) {
        final Names names = Names.outside(query);
        return new UnionForm(
                TypedText.of(query, signature, dialect),
                names.answer(),
                Math.min(MAX_ITEMS, dialect.maxParameters() / Math.max(1, signature.count())));
    }

    @Override
    public String name() {
        return "union";
    }

    @Override
    public String sql(int items) {
        final StringBuilder out = new StringBuilder(items * (typed.length() + 48));
        for (int i = 0; i < items; i++) {
            out.append(i == 0 ? "SELECT " : " UNION ALL SELECT ")
                    .append(i)
                    .append(", ")
                    .append(answer);
            out.append(".* FROM (").append(typed).append("\n) ").append(answer);
        }
        return out.toString();
    }

    @Override
    public int room(int items) {
        return Sizes.roundUp(items, maxItems);
    }

    @Override
    public boolean arrays() {
        return false;
    }
}
