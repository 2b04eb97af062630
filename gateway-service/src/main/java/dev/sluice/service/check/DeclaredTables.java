package dev.sluice.service.check;

import dev.sluice.service.config.Declaration;
import dev.sluice.service.core.TableName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a declaration says of its tables beside what a SQL parser sees in it.
 *
 * @param unreadable whether the parser cannot read the statement
 * @param reads seen, and declared neither as read nor as written
 * @param writes seen to be written, and not declared so
 */
record DeclaredTables(String path, boolean unreadable, Set<String> reads, Set<String> writes) {

    /** @param path the declaration's key, as in {@code lookups.customer} */
    static DeclaredTables of(String path, Declaration declaration) {
        final Optional<Set<String>> declaredReads = declaration.reads();
        final Optional<Set<String>> declaredWrites = declaration.writes();
        final boolean lookup = declaration.lookup();
        if (declaredReads.isEmpty() && (lookup || declaredWrites.isEmpty())) {
            return new DeclaredTables(path, false, Set.of(), Set.of()); // everything is covered
        }
        try {
            final TableUse use = TableUse.of(declaration.sql());
            final Set<String> covering = new LinkedHashSet<>(declaredReads.orElse(Set.of()));
            covering.addAll(declaredWrites.orElse(Set.of()));
            return new DeclaredTables(
                    path,
                    false,
                    declaredReads.isEmpty() || declaredWrites.isEmpty() ? Set.of() : missing(use.reads(), covering),
                    declaredWrites.map(writes -> missing(use.writes(), writes)).orElse(Set.of()));
        } catch (final TableUse.UnreadableException e) {
            return new DeclaredTables(path, true, Set.of(), Set.of());
        }
    }

    /** Names that may be views, whose tables the user had to declare instead. */
    Set<String> unknown() {
        final Set<String> names = new TreeSet<>();
        reads.forEach(name -> names.add(lastPart(name)));
        return names;
    }

    /** @param views those of {@link #unknown} that are views */
    List<String> warnings(Set<String> views) {
        final List<String> warnings = new ArrayList<>();
        if (unreadable) {
            warnings.add(
                    path + ".sql: the SQL parser cannot read it, so its tables were not compared with those declared");
        }
        for (final String table : reads) {
            if (!views.contains(lastPart(table))) {
                warnings.add(path + ".reads: it reads " + table
                        + ", which is not declared: it may be read before an earlier update of it");
            }
        }
        for (final String table : writes) {
            warnings.add(path + ".writes: it writes " + table
                    + ", which is not declared: later reads of it may not see this update");
        }
        return warnings;
    }

    /** Names that may be one table are taken for one, as they are when requests are put in order. */
    private static Set<String> missing(Set<String> seen, Set<String> declared) {
        final Set<String> missing = new TreeSet<>(seen);
        missing.removeIf(name -> declared.stream().map(TableName::of).anyMatch(TableName.of(name)::mayBe));
        return missing;
    }

    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
