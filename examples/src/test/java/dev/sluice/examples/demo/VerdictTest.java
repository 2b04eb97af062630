package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.examples.letters.Asking;
import dev.sluice.examples.letters.LettersReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private static final List<LettersComparison> EQUAL = List.of(new LettersComparison(Optional.empty()));

    @Test
    void shouldBeGoodWhenLettersAreCompleteAndEqual() {
        final Verdict verdict = Verdict.of(run(3, 3, List.of()), EQUAL);
        assertEquals(0, verdict.exitCode());
        assertEquals(List.of("They are equal to those one at a time, byte for byte."), verdict.lines());
    }

    @Test
    void shouldListTheFailuresWhenRequestsFailed() {
        final Verdict verdict = Verdict.of(run(2, 2, List.of("contract 3: no customer")), List.of());
        assertEquals(1, verdict.exitCode());
        assertEquals(List.of("Failed: contract 3: no customer"), verdict.lines());
    }

    @Test
    void shouldBeBadWhenLettersDiffer() {
        final List<LettersComparison> different =
                List.of(EQUAL.get(0), new LettersComparison(Optional.of("line 2 is 'a' in x and 'b' in y")));
        final Verdict verdict = Verdict.of(run(3, 3, List.of()), different);
        assertEquals(1, verdict.exitCode());
        assertEquals(List.of("The letters DIFFER: line 2 is 'a' in x and 'b' in y"), verdict.lines());
    }

    @Test
    void shouldBeBadWhenContractsWereNotUpdated() {
        final Verdict verdict = Verdict.of(run(3, 2, List.of()), List.of());
        assertEquals(1, verdict.exitCode());
        assertEquals(List.of("last_letter was updated in 2 contracts, and there are 3 letters"), verdict.lines());
    }

    private static GatewayRun run(long letters, long updated, List<String> failures) {
        final LettersReport report = new LettersReport(3, letters, failures.size(), failures, Duration.ofSeconds(1));
        final GatewaySummary summary = new GatewaySummary(9, 1, 9, 2, 1, 9, 3, new TreeMap<>());
        final Asking asking = new Asking(9, 0, 0, 6, Duration.ofMillis(1));
        return new GatewayRun(JobForm.CALLBACKS, false, report, asking, summary, updated);
    }
}
