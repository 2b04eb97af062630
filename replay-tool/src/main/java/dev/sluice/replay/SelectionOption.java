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

/** The options that select requests: by their place, name and key, and for some commands by their outcome. */
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
            description = "Only requests for that lookup, statement or endpoint.")
    private Set<String> names = new HashSet<>();

    @Option(
            names = "--key",
            paramLabel = "TEXT",
            split = ",",
            description = "Only requests that have this among their arguments.")
    private Set<String> keys = new HashSet<>();

    /** The options of commands that can also select by class of failure. */
    static class ByFailure extends SelectionOption {

        @Option(
                names = "--failure",
                paramLabel = "KIND",
                split = ",",
                description = "Only requests with that class of failure: ${COMPLETION-CANDIDATES}.")
        private Set<FailureKind> failures = new HashSet<>();

        @Override
        Set<FailureKind> failures() {
            return failures;
        }

        /** Whether a class of failure is given. */
        final boolean choosesFailures() {
            return !failures.isEmpty();
        }
    }

    /** The options of commands that can also select by any outcome. */
    static final class ByOutcome extends ByFailure {

        @Option(
                names = "--outcome",
                paramLabel = "WORD",
                split = ",",
                description = "Only requests with that outcome: rows, not_found, updated, replied or failed; or"
                        + " waiting.")
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

    /**
     * Returns the selection without its start, for a source that cannot be searched. For such a source, {@link #isBefore} finds
     * the start.
     */
    final Selection of() {
        return of(OptionalLong.empty());
    }

    private Selection of(OptionalLong index) {
        return new Selection(index, this::isAfter, new Choice(names, keys, outcomes(), failures()));
    }

    /** Whether an exchange lies before the place of {@code --from}. */
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

    /** Whether both {@code --from} and {@code --to} are given. */
    final boolean isBounded() {
        return from.isPresent() && to.isPresent();
    }

    /** Whether the selection goes to the end of the queue. */
    final boolean isOpen() {
        return to.isEmpty();
    }
}
