package dev.sluice.replay;

import dev.sluice.api.FailureKind;
import dev.sluice.replay.exchange.Choice;
import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which exchanges a command means. */
final class ChoiceOption {

    @Mixin
    private AskedOption asked;

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
        return asked.choice(outcomes, failures);
    }
}
