package dev.sluice.service.core.footprint;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The name of a table as it was written: in upper or lower case, quoted or not, with or without a schema. Names that differ only
 * in case or quotes are equal here. If the database distinguishes such names, some requests are ordered unnecessarily, but no
 * necessary order is lost. A view or a synonym has a name of its own. A catalog name before the schema is left out.
 *
 * @param schema the schema; empty if the name has none
 */
public record TableName(Optional<String> schema, String table) {

    private static final String QUOTES = "\"`[]";

    /** Parses a name as it is written in SQL or in a declaration. */
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
        // in SQL Server a..t means table t in the default schema
        return new TableName(Optional.ofNullable(parts.peek()).filter(schema -> !schema.isEmpty()), folded(part));
    }

    /** Folds to upper case and then to lower case, because two different small letters may have the same capital. */
    private static String folded(CharSequence name) {
        return name.toString().strip().toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /** Returns the tables that a view reads, for messages. */
    public static String listed(Optional<Set<TableName>> tables) {
        return tables.map(names ->
                        names.stream().map(TableName::toString).sorted().collect(Collectors.joining(", ")))
                .orElse("any tables, because its text cannot be read or it calls functions");
    }

    /** Whether both names may mean the same table. A name without a schema may be in any schema. */
    public boolean mayBe(TableName other) {
        return table.equals(other.table) && (schema.isEmpty() || other.schema.isEmpty() || schema.equals(other.schema));
    }

    @Override
    public String toString() {
        return schema.map(name -> name + ".").orElse("") + table;
    }
}
