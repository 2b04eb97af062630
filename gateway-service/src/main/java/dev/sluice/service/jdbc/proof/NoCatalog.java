package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.StableFunctions;
import dev.sluice.service.jdbc.proof.Footprint.Tables;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A database whose catalog is not read. Nothing is proved about updates, so each has its own transaction. For a query that reads
 * no views, the text and the driver's metadata can prove that it calls no volatile function.
 */
record NoCatalog(Session session) implements Catalog {

    private static final String REASON = "the catalog of this database is not read";
    private static final Tables ANY = Tables.any(REASON);

    @Override
    public Footprint footprint(SqlText text, Signature signature) throws SQLException {
        final boolean reads = text.kind() == SqlText.Kind.QUERY && !text.writes();
        final Optional<String> noCall = reads ? noCall(text) : Optional.of(REASON);
        return new Footprint(ANY, ANY, Optional.of(REASON), Optional.of(REASON), noCall);
    }

    private Optional<String> noCall(SqlText query) throws SQLException {
        final Optional<String> changing = StableFunctions.changing(query);
        if (changing.isPresent()) {
            return Optional.of("it uses " + changing.get() + ", which is not known to be stable");
        }
        for (final TableName name : ReadTables.of(query)) {
            for (final String pattern : patterns(name.table())) {
                final Optional<String> noTable = noTable(name, pattern);
                if (noTable.isPresent()) {
                    return noTable;
                }
            }
        }
        return Optional.empty();
    }

    private Set<String> patterns(String name) throws SQLException {
        final DatabaseMetaData known = session.connection().getMetaData();
        return known.storesLowerCaseIdentifiers() || known.storesUpperCaseIdentifiers()
                ? new HashSet<>(List.of(name, name.toUpperCase(Locale.ROOT)))
                : Set.of("%");
    }

    private Optional<String> noTable(TableName name, String pattern) throws SQLException {
        session.trip();
        try (ResultSet found = session.connection().getMetaData().getTables(null, null, pattern, null)) {
            while (found.next()) {
                final String type = String.valueOf(found.getString("TABLE_TYPE"));
                final boolean table = type.contains("TABLE") || type.contains("TEMPORARY");
                if (!table
                        && TableName.of(found.getString("TABLE_NAME")).table().equals(name.table())) {
                    return Optional.of(name + " is a " + type + ", and " + REASON);
                }
            }
        }
        return Optional.empty();
    }
}
