package dev.sluice.service.pending;

import java.util.Map;
import java.util.Objects;

/**
 * What somebody decided: waiting requests are answered as failed instead of being asked.
 *
 * @param from the position of the first, as {@code cycle:sequence}
 * @param to the position of the last
 * @param name those for that name only; empty: all
 * @param databases where updates among them were run, by name: there it is looked up whether one was committed
 * @param force whether updates fail, too, whose database nobody can ask any more
 * @param decided when, as ISO 8601 has it
 */
public record Decision(
        String from, String to, String name, Map<String, String> databases, boolean force, String decided) {

    public Decision {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(databases, "databases");
    }
}
