package dev.sluice.service.jdbc.proof;

import dev.sluice.service.core.footprint.DatabaseIdentity;
import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.proof.Footprint.Tables;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tables that a configuration declares for a statement, to be compared with the tables that the catalog proves.
 *
 * @param reads the tables read; empty if the configuration does not declare them
 * @param writes the tables written; empty if the configuration does not declare them
 */
public record DeclaredTables(Optional<Set<String>> reads, Optional<Set<String>> writes) {

    /**
     * Returns a description of the tables that the catalog proves, but that are not declared; empty if there are none.
     *
     * @param database the database, which knows which declared names are views; a declared view counts as the tables that the
     *     view reads
     */
    public Optional<String> lacks(Footprint proved, boolean update, DatabaseIdentity database) {
        final Set<String> covering = new LinkedHashSet<>(reads.orElse(Set.of()));
        covering.addAll(writes.orElse(Set.of()));
        if (update && writes.isPresent()) {
            final Optional<String> written = beyond("writes", proved.writes(), writes.get(), database);
            if (written.isPresent()) {
                return written;
            }
        }
        return reads.isEmpty() || update && writes.isEmpty()
                ? Optional.empty()
                : beyond("reads", proved.reads(), covering, database);
    }

    private static Optional<String> beyond(
            String verb, Tables proved, Set<String> declared, DatabaseIdentity database) {
        if (proved.everything().isPresent()) {
            return Optional.of(verb + " tables that are not declared, perhaps any table: "
                    + proved.everything().get());
        }
        final Set<TableName> names = declared.stream().map(TableName::of).collect(Collectors.toSet());
        final String missing = proved.names().stream()
                .filter(table -> names.stream().noneMatch(name -> database.mayShare(name, database, table)))
                .map(table -> table.toString().replaceFirst("^public\\.", ""))
                .sorted()
                .collect(Collectors.joining(", "));
        return missing.isEmpty() ? Optional.empty() : Optional.of(verb + " " + missing + ", and that is not declared");
    }
}
