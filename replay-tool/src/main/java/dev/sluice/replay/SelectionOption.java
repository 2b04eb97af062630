package dev.sluice.replay;

import dev.sluice.api.FailureKind;
import dev.sluice.replay.exchange.Selection;
import dev.sluice.replay.exchange.Selection.Choice;
import dev.sluice.service.exchange.Exchange;
import dev.sluice.transport.Lane;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import picocli.CommandLine.Option;

/** Which requests a command means: from where to where, by what they ask, and by what they came to. */
class SelectionOption {

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            description = "Begin with this request, or with the first that was written at this time or later.")
    private Optional<Place> from = Optional.empty();

    @Option(
            names = "--to",
            paramLabel = "PLACE",
            description = "End with this request, or before the first that was written at this time or later.")
    private Optional<Place> to = Optional.empty();

    @Option(
            names = "--lookup",
            paramLabel = "NAME",
            split = ",",
            description = "Only those for that lookup, statement or endpoint.")
    private Set<String> names = new HashSet<>();

    @Option(names = "--key", paramLabel = "TEXT", split = ",", description = "Only those whose first argument is that.")
    private Set<String> keys = new HashSet<>();

    /** For commands that may choose by class of failure, too. */
    static class ByFailure extends SelectionOption {

        @Option(
                names = "--failure",
                paramLabel = "KIND",
                split = ",",
                description = "Only those that failed so: ${COMPLETION-CANDIDATES}.")
        private Set<FailureKind> failures = new HashSet<>();

        @Override
        Set<FailureKind> failures() {
            return failures;
        }

        /** Whether it is chosen by class of failure. */
        final boolean choosesFailures() {
            return !failures.isEmpty();
        }
    }

    /** For commands that may choose by all that requests come to. */
    static final class ByOutcome extends ByFailure {

        @Option(
                names = "--outcome",
                paramLabel = "WORD",
                split = ",",
                description = "Only those that came to rows, not_found, updated, replied or failed; or waiting.")
        private Set<String> outcomes = new HashSet<>();

        @Override
        Set<String> outcomes() {
            return outcomes;
        }
    }

    Set<FailureKind> failures() {
        return Set.of();
    }

    Set<String> outcomes() {
        return Set.of();
    }

    final Selection of(Lane lane) {
        return of(
                from.isEmpty()
                        ? OptionalLong.empty()
                        : OptionalLong.of(from.get().index(lane)));
    }

    /** Where nothing is searched for: it begins where {@link #isBefore} says. */
    final Selection of() {
        return of(OptionalLong.empty());
    }

    private Selection of(OptionalLong index) {
        return new Selection(index, this::isAfter, new Choice(names, keys, outcomes(), failures()));
    }

    /** Whether it comes before the first one. */
    final boolean isBefore(Exchange exchange) {
        return from.filter(place -> place.position()
                        .map(begin -> Selection.ORDER.compare(exchange.position(), begin) < 0)
                        .orElse(exchange.writtenNanos() < place.nanos()))
                .isPresent();
    }

    private boolean isAfter(Exchange exchange) {
        return to.filter(place -> place.position()
                        .map(end -> Selection.ORDER.compare(exchange.position(), end) > 0)
                        .orElse(exchange.writtenNanos() >= place.nanos()))
                .isPresent();
    }

    /** Whether it has a first and a last one. */
    final boolean isBounded() {
        return from.isPresent() && to.isPresent();
    }

    /** Whether it goes to the end. */
    final boolean isOpen() {
        return to.isEmpty();
    }
}
