package dev.sluice.service;

import dev.sluice.service.core.BackendCounts;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.OperationCounts.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Describes, for the log, how many requests shared a call and why new calls were begun. */
final class CallSummary {

    private CallSummary() {}

    /** Returns the summary, which begins with a semicolon; empty if there were no calls. */
    static String of(GatewayCounts counts) {
        final List<String> sizes =
                counts.calls().stream().flatMap(CallSummary::size).toList();
        final List<String> reasons = new ArrayList<>();
        for (final Reason reason : Reason.values()) {
            final long calls = counts.requests().stream()
                    .mapToLong(its -> its.calls().get(reason))
                    .sum();
            if (calls > 0) {
                reasons.add(words(reason) + " " + calls);
            }
        }
        return sizes.isEmpty()
                ? ""
                : "; requests a call: " + String.join(", ", sizes) + "; calls begun: " + String.join(", ", reasons)
                        + conflict(counts);
    }

    private static Stream<String> size(BackendCounts counts) {
        final long calls =
                counts.readRequests().count() + counts.updateRequests().count();
        final long requests =
                counts.readRequests().sum() + counts.updateRequests().sum();
        return calls == 0
                ? Stream.of()
                : Stream.of(String.format(Locale.ROOT, "%s %.1f", counts.backend(), (double) requests / calls));
    }

    private static String words(Reason reason) {
        return switch (reason) {
            case FIRST -> "first of a chunk";
            case LIMIT -> "previous call full";
            case TYPES -> "arguments of other types";
            case ROW -> "conflicts by row";
            case TABLE -> "conflicts by table";
            case ALONE -> "alone by configuration or kind";
        };
    }

    private record Met(String name, String other, long times) {}

    /** Returns the pair of names whose requests conflicted most often; empty if there was no conflict. */
    private static String conflict(GatewayCounts counts) {
        return counts.requests().stream()
                .flatMap(its -> its.conflicts().entrySet().stream()
                        .map(met ->
                                new Met(its.name(), met.getKey(), met.getValue().getOpaque())))
                .max(Comparator.comparingLong(Met::times))
                .map(met -> ", most often '" + met.name() + "' after '" + met.other() + "'")
                .orElse("");
    }
}
