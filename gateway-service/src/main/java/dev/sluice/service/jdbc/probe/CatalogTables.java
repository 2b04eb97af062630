package dev.sluice.service.jdbc.probe;

import dev.sluice.service.core.footprint.TableName;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;

/** The tables, views and synonyms of a database, as its driver lists them. */
final class CatalogTables {

    /** Databases on which the current time stays the same during a transaction. */
    private static final Set<String> ONE_TIME = Set.of("PostgreSQL", "H2");

    private final DatabaseMetaData metadata;

    CatalogTables(Connection connection) throws SQLException {
        this.metadata = connection.getMetaData();
    }

    /** A table with its names in the catalog. The catalog's or the schema's name is null if the database has none. */
    private record Found(String catalog, String schema, String table) {

        TableName name() {
            final String place = schema == null ? catalog : schema;
            return TableName.of((place == null ? "" : "\"" + place + "\".") + "\"" + table + "\"");
        }
    }

    /** Whether a table may have this name. */
    boolean has(TableName name) throws SQLException {
        return find(name).isPresent();
    }

    /** Finds a table by its name in small letters, then in capitals, and only then among all tables. */
    private Optional<Found> find(TableName name) throws SQLException {
        final String escape = Matcher.quoteReplacement(metadata.getSearchStringEscape());
        final String table = name.table().replaceAll("[_%]", escape + "$0");
        for (final String pattern : List.of(table, table.toUpperCase(Locale.ROOT), "%")) {
            try (ResultSet row = metadata.getTables(null, null, pattern, null)) {
                while (row.next()) {
                    final Found found = new Found(
                            row.getString("TABLE_CAT"), row.getString("TABLE_SCHEM"), row.getString("TABLE_NAME"));
                    if (found.name().mayBe(name)) {
                        return Optional.of(found);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Describes the values of an inserted row that depend on the transaction: numbers of sequences, which may have gaps, and the
     * time of the transaction, which all rows of one transaction share.
     */
    List<String> surroundings(TableName name) throws SQLException {
        final boolean sameTime = ONE_TIME.contains(metadata.getDatabaseProductName());
        final List<String> surroundings = new ArrayList<>();
        final Optional<Found> found = find(name);
        if (found.isEmpty()) {
            return surroundings;
        }
        final Found table = found.get();
        try (ResultSet column = metadata.getColumns(table.catalog(), table.schema(), table.table(), "%")) {
            while (column.next()) {
                final String words = column.getString("COLUMN_NAME") + " of " + table.table();
                final String value =
                        String.valueOf(column.getString("COLUMN_DEF")).toLowerCase(Locale.ROOT);
                if ("YES".equals(column.getString("IS_AUTOINCREMENT")) || value.contains("nextval")) {
                    surroundings.add(words + " takes numbers of a sequence");
                } else if (sameTime && value.matches(".*\\b(now\\(|current_|localtime|transaction_timestamp).*")) {
                    surroundings.add(words + " is the time of the transaction");
                }
            }
        }
        return surroundings;
    }
}
