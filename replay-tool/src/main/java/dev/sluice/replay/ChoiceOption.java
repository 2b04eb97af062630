package dev.sluice.replay;

import dev.sluice.api.FailureKind;
import dev.sluice.replay.exchange.Choice;
import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine.Option;

/** Which exchanges a command means. */
final class ChoiceOption {

    @Option(
            names = "--lookup",
            paramLabel = "NAME",
            split = ",",
            description = "Only those for that lookup, statement or endpoint.")
    private Set<String> names = new HashSet<>();

    @Option(names = "--key", paramLabel = "TEXT", split = ",", description = "Only those whose first argument is that.")
    private Set<String> keys = new HashSet<>();

    @Option(
            names = "--outcome",
            paramLabel = "WORD",
            split = ",",
            description = "Only those that came to rows, not_found, updated, replied or failed; or waiting.")
    private Set<String> outcomes = new HashSet<>();

    @Option(
            names = "--failure",
            paramLabel = "KIND",
            split = ",",
            description = "Only those that failed so: ${COMPLETION-CANDIDATES}.")
    private Set<FailureKind> failures = new HashSet<>();

    Choice choice() {
        return new Choice(names, keys, outcomes, failures);
    }
}
