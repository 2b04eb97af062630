package dev.sluice.service.jdbc.probe;

import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.Declaration.Trust;
import dev.sluice.service.core.TableName;
import dev.sluice.service.jdbc.proof.Footprint.Tables;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tables by which requests of a statement are put in order.
 *
 * @param everything why it counts as all tables; empty if it is the named ones
 */
record Touched(Set<TableName> names, Optional<String> everything) {

    static final Touched NOTHING = new Touched(Set.of(), Optional.empty());

    /** What counts: what the catalog proves, or what is believed instead. */
    static Touched of(Declaration declaration, String how, Tables proved, Optional<Set<String>> declared) {
        return declaration.trust().contains(Trust.DECLARED)
                ? declared(how, declared)
                : new Touched(proved.names(), proved.everything());
    }

    /** As the table of {@code check} has it. */
    String shown() {
        return everything.isPresent() ? "everything" : listed(names);
    }

    /** @param how what the statement does with them, as the configuration calls it */
    private static Touched declared(String how, Optional<Set<String>> tables) {
        return tables.map(names ->
                        new Touched(names.stream().map(TableName::of).collect(Collectors.toSet()), Optional.empty()))
                .orElseGet(() -> new Touched(Set.of(), Optional.of("it is not declared what it " + how)));
    }

    private boolean isEmpty() {
        return names.isEmpty() && everything.isEmpty();
    }

    /** Where this and another one meet, in words; empty if they do not. */
    Optional<String> meets(Touched other) {
        if (isEmpty() || other.isEmpty()) {
            return Optional.empty();
        }
        if (everything.isPresent() || other.everything.isPresent()) {
            return Optional.of("everything");
        }
        final Set<TableName> both = names.stream()
                .filter(name -> other.names.stream().anyMatch(name::mayBe))
                .collect(Collectors.toSet());
        return both.isEmpty() ? Optional.empty() : Optional.of("table " + listed(both));
    }

    /** What the catalog proves, in words. */
    static String derived(Tables tables) {
        return tables.everything()
                .map(why ->
                        "everything: " + why + (tables.names().isEmpty() ? "" : "; seen: " + listed(tables.names())))
                .orElseGet(() -> listed(tables.names()));
    }

    /** Names in their order, those of PostgreSQL's first schema without it; or a dash. */
    static String listed(Collection<?> names) {
        return names.isEmpty()
                ? "-"
                : names.stream()
                        .map(name -> name.toString().replaceFirst("^public\\.", ""))
                        .sorted()
                        .collect(Collectors.joining(", "));
    }
}
