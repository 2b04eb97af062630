package dev.sluice.service.pending;

import dev.sluice.internal.text.Plural;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.pending.Declarations.Declared;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The differences between the present declarations and the declarations of the gateway's last run, with the waiting requests
 * that are affected.
 *
 * @param same whether the declarations of the last run are known and equal the present ones
 * @param gone the declarations that were removed
 * @param waiting the requests that wait for a removed or changed declaration, by name
 */
public record ChangedDeclarations(
        Lane queues,
        Declarations now,
        boolean same,
        SortedMap<String, Declared> gone,
        SortedMap<String, Waiting> waiting) {

    /**
     * Compares the declarations. Reads the waiting requests only if something has changed.
     *
     * @param last the request answered last
     * @param decisions the decisions about requests that must not be executed
     */
    public static ChangedDeclarations find(
            Lane queues, Optional<LastAnswered> last, Declarations now, Decisions decisions) {
        final Optional<Declarations> kept = Declarations.kept(queues);
        final Declarations before = kept.orElse(now);
        final SortedMap<String, Declared> gone = now.goneSince(before);
        final TreeSet<String> names = new TreeSet<>(gone.keySet());
        names.addAll(now.changedSince(before).keySet());
        return new ChangedDeclarations(
                queues,
                now,
                kept.isPresent() && now.equals(before),
                gone,
                names.isEmpty()
                        ? new TreeMap<>()
                        : Waiting.findReadable(
                                queues,
                                last,
                                (index, name) -> names.contains(name)
                                        && decisions.of(index, name).isEmpty()));
    }

    /**
     * Checks that no request waits for a removed declaration, because such a request could not be answered correctly.
     *
     * @param gateway the gateway's name
     * @throws StoppedException if a request waits for a removed declaration
     */
    public void check(String gateway) {
        final SortedMap<String, Waiting> lost = new TreeMap<>(waiting);
        lost.keySet().retainAll(gone.keySet());
        if (lost.isEmpty()) {
            return;
        }
        final StringJoiner each = new StringJoiner(", ");
        final StringJoiner options = new StringJoiner(" ");
        lost.forEach((name, its) -> {
            final Declared declared = gone.get(name);
            each.add(declared.kind() + " '" + name + "' of " + declared.backend() + " (" + its.count()
                    + ", the first at " + queues.inputPosition(its.first()) + ")");
            options.add("--lookup " + (name.equals(Declarations.AD_HOC) ? "'" + name + "'" : name));
        });
        throw new StoppedException(gateway + ": "
                + Plural.of(lost.values().stream().mapToLong(Waiting::count).sum(), "request waits", "requests wait")
                + " for names that the configuration no longer declares: " + each + ". Declare these"
                + " names until the requests are answered, or make the requests fail with: sluice replay resume"
                + " --queues "
                + queues.address() + " " + options);
    }

    /**
     * Returns the names of changed declarations with their numbers of waiting requests, for the line that the gateway logs at its
     * start; empty if no request waits for a changed declaration.
     */
    public String text() {
        final StringJoiner text = new StringJoiner(", ");
        for (final Map.Entry<String, Waiting> each : waiting.entrySet()) {
            if (!gone.containsKey(each.getKey())) {
                text.add(each.getKey() + " (" + each.getValue().count() + ")");
            }
        }
        return text.toString();
    }

    /** Called when the gateway has started; stores the present declarations for the comparison at the next start. */
    public void keep() {
        if (!same) {
            now.keep(queues);
        }
    }
}
