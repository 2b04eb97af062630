package dev.sluice.examples.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether all went well.
 *
 * @param lines what to tell, bad news first
 */
record Verdict(List<String> lines, int exitCode) {

    static Verdict of(GatewayRun gateway, Optional<LettersComparison> comparison) {
        final List<String> bad = new ArrayList<>();
        gateway.report().firstFailures().forEach(failure -> bad.add("Failed: " + failure));
        if (gateway.report().failures() > bad.size()) {
            bad.add("... and " + (gateway.report().failures() - bad.size()) + " more failures");
        }
        if (gateway.updated() != gateway.report().letters()) {
            bad.add("last_letter was updated in " + gateway.updated() + " contracts, and there are "
                    + gateway.report().letters() + " letters");
        }
        comparison.flatMap(LettersComparison::difference).ifPresent(text -> bad.add("The letters DIFFER: " + text));
        final List<String> lines = new ArrayList<>(bad);
        comparison
                .filter(compared -> compared.difference().isEmpty())
                .ifPresent(equal -> lines.add("They are equal to those one at a time, byte for byte."));
        return new Verdict(List.copyOf(lines), bad.isEmpty() ? ExitCode.OK : ExitCode.FAILED);
    }
}
