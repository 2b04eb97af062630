package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.jdbc.sql.Names;
import dev.sluice.service.jdbc.sql.SqlText;
import java.util.StringJoiner;

/** PostgreSQL's best: one array per parameter, so the text is the same for any number of items. */
record ArrayForm(String text) implements ChunkForm {

    /** Bounds the memory of one statement; a chunk is smaller by far. */
    private static final int MAX_ITEMS = 32_767;

    static ArrayForm of(SqlText query, Signature signature, Dialect dialect) {
        final Names names = Names.outside(query);
        final StringJoiner arrays = new StringJoiner(", ");
        for (final ParameterType parameter : signature.parameters()) {
            arrays.add("CAST(? AS " + dialect.sqlType(parameter) + " ARRAY)");
        }
        final String items;
        if (signature.count() == 0) {
            items = "generate_series(1, CAST(? AS INTEGER)) AS " + names.items() + "(" + names.number() + ")";
        } else {
            final String columns = names.columns(signature.count()).substring(2);
            items = "UNNEST(" + arrays + ") WITH ORDINALITY AS " + names.items() + "(" + columns + ", " + names.number()
                    + ")";
        }
        return new ArrayForm("SELECT " + names.items() + "." + names.number() + " - 1, " + names.answer() + ".* FROM "
                + items + ", " + names.lateral(query));
    }

    @Override
    public String name() {
        return "arrays";
    }

    @Override
    public String sql(int items) {
        return text;
    }

    @Override
    public int room(int items) {
        return items;
    }

    @Override
    public int maxItems() {
        return MAX_ITEMS;
    }

    @Override
    public boolean arrays() {
        return true;
    }
}
