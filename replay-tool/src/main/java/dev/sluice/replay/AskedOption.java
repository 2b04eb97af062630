package dev.sluice.replay;

import dev.sluice.api.FailureKind;
import dev.sluice.replay.exchange.Choice;
import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine.Option;

/** Which requests a command means, by what they ask. */
final class AskedOption {

    @Option(
            names = "--lookup",
            paramLabel = "NAME",
            split = ",",
            description = "Only those for that lookup, statement or endpoint.")
    private Set<String> names = new HashSet<>();

    @Option(names = "--key", paramLabel = "TEXT", split = ",", description = "Only those whose first argument is that.")
    private Set<String> keys = new HashSet<>();

    /** Those, whatever they came to. */
    Choice choice() {
        return choice(Set.of(), Set.of());
    }

    /** Those of them that came to one of these; empty for any. */
    Choice choice(Set<String> outcomes, Set<FailureKind> failures) {
        return new Choice(names, keys, outcomes, failures);
    }
}
