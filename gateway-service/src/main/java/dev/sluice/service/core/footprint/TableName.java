package dev.sluice.service.core.footprint;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A table as somebody named it: in any case, quoted or not, with its schema or without. Names that differ only in that
 * count as one: a database that tells them apart is ordered where it need not be, and never the other way round. A view
 * or a synonym is a name of its own. A catalog before the schema is left out.
 *
 * @param schema empty if it is not named
 */
public record TableName(Optional<String> schema, String table) {

    private static final String QUOTES = "\"`[]";

    /** The name as it is written in SQL or in a declaration. */
    public static TableName of(String written) {
        final Deque<String> parts = new ArrayDeque<>();
        final StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < written.length(); i++) {
            final char c = written.charAt(i);
            if (QUOTES.indexOf(c) >= 0) {
                quoted = !quoted;
            } else if (c == '.' && !quoted) {
                parts.push(folded(part));
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        // SQL Server's a..t is in the default schema
        return new TableName(Optional.ofNullable(parts.peek()).filter(schema -> !schema.isEmpty()), folded(part));
    }

    /** Both ways: some letters have one capital and two small ones. */
    private static String folded(CharSequence name) {
        return name.toString().strip().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /** The tables that a view reads, in words. */
    public static String listed(Optional<Set<TableName>> tables) {
        return tables.map(names ->
                        names.stream().map(TableName::toString).sorted().collect(Collectors.joining(", ")))
                .orElse("any tables: its text is not seen, or it calls functions");
    }

    /** Whether the two may be one table, wherever a name without a schema is looked for. */
    public boolean mayBe(TableName other) {
        return table.equals(other.table) && (schema.isEmpty() || other.schema.isEmpty() || schema.equals(other.schema));
    }

    @Override
    public String toString() {
        return schema.map(name -> name + ".").orElse("") + table;
    }
}
