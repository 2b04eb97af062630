package dev.sluice.examples.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether all went well.
 *
 * @param lines what to tell, bad news first
 */
record Verdict(List<String> lines, int exitCode) {

    static Verdict of(GatewayRun gateway, List<LettersComparison> comparisons) {
        final List<String> bad = new ArrayList<>();
        gateway.report().firstFailures().forEach(failure -> bad.add("Failed: " + failure));
        if (gateway.report().failures() > bad.size()) {
            bad.add("... and " + (gateway.report().failures() - bad.size()) + " more failures"
                    + (gateway.continued() ? ", some of them perhaps in an earlier run" : ""));
        }
        if (gateway.updated() != gateway.report().letters()) {
            bad.add("last_letter was updated in " + gateway.updated() + " contracts, and there are "
                    + gateway.report().letters() + " letters");
        }
        final List<String> differences = comparisons.stream()
                .flatMap(comparison -> comparison.difference().stream())
                .toList();
        differences.forEach(text -> bad.add("The letters DIFFER: " + text));
        final List<String> lines = new ArrayList<>(bad);
        if (!comparisons.isEmpty() && differences.isEmpty()) {
            lines.add("They are equal to those one at a time, byte for byte.");
        }
        return new Verdict(List.copyOf(lines), bad.isEmpty() ? ExitCode.OK : ExitCode.FAILED);
    }
}
