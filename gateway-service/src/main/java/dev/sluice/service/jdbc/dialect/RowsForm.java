package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.Names;
import dev.sluice.service.jdbc.sql.SqlText;
import java.util.List;

/**
 * A table of items, one row each, beside the user's statement.
 *
 * @param casts the parameters of one item, each behind a comma
 */
record RowsForm(String head, String casts, String tail, int maxItems) implements ChunkForm {

    private static final int MAX_ITEMS = 1_024;

    static RowsForm of(SqlText query, Signature signature, Dialect dialect) {
        final Names names = Names.outside(query);
        final StringBuilder casts = new StringBuilder();
        final List<ParameterType> parameters = signature.parameters();
        parameters.forEach(p -> casts.append(", ").append(dialect.parameter(p)));
        final String tail = ") AS " + names.items() + "(" + names.number() + names.columns(parameters.size()) + "), "
                + names.lateral(query);
        return new RowsForm(
                "SELECT " + names.items() + "." + names.number() + ", " + names.answer() + ".* FROM (VALUES ",
                casts.toString(),
                tail,
                Math.min(MAX_ITEMS, dialect.maxParameters() / Math.max(1, parameters.size())));
    }

    @Override
    public String name() {
        return "rows";
    }

    @Override
    public String sql(int items) {
        final StringBuilder out = new StringBuilder(head);
        for (int i = 0; i < items; i++) {
            out.append(i == 0 ? "(" : ", (").append(i).append(casts).append(')');
        }
        return out.append(tail).toString();
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
