package dev.sluice.service.jdbc.probe;

import dev.sluice.service.jdbc.probe.Preview.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which other requests keep their order with those of a statement.
 *
 * @param with other declared statements, and where the two meet
 */
record Order(Verdict verdict, List<String> with) {

    /** @param others the other declared statements of its database */
    static Order of(Preview asked, List<Preview> others) {
        final List<String> with = others.stream()
                .flatMap(other -> meeting(asked, other).map(where -> "with " + other.called() + ": " + where).stream())
                .toList();
        return new Order(verdict(asked, with), with);
    }

    private static Verdict verdict(Preview asked, List<String> with) {
        final Optional<String> everything = asked.writes().everything().or(asked.reads()::everything);
        if (everything.isPresent()) {
            return Verdict.because("by everything", everything.get()).mendedBy(mend(asked, everything.get()));
        }
        return Verdict.good(with.isEmpty() ? "free: no declared statement touches the same" : "by table");
    }

    private static String mend(Preview asked, String reason) {
        final String trust = "if you know which tables it touches, declare "
                + (asked.update() ? "reads and writes" : "reads") + " with trust: declared"
                + (asked.declaration().name().isEmpty() ? " for a declared statement" : "");
        return Advice.see(reason).isEmpty() ? trust : Advice.see(reason) + "; or, " + trust;
    }

    /** Updates keep their order among themselves, whatever they touch. */
    private static Optional<String> meeting(Preview asked, Preview other) {
        return asked.update() && other.update()
                ? Optional.empty()
                : Stream.of(asked.writes().meets(other.reads()), asked.reads().meets(other.writes()))
                        .flatMap(Optional::stream)
                        .findFirst();
    }
}
