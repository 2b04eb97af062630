package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.examples.letters.LettersReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoOutcomeTest {

    private static final List<Optional<String>> EQUAL = List.of(Optional.empty());

    @TempDir
    Path temporary;

    @Test
    void shouldBeGoodWhenLettersAreCompleteAndEqual() {
        final DemoOutcome verdict = DemoOutcome.of(report(3, List.of()), false, 3, EQUAL);
        assertEquals(0, verdict.exitCode());
        assertEquals(List.of("The letters are equal to those written one at a time, byte for byte."), verdict.lines());
    }

    @Test
    void shouldListTheFailuresWhenRequestsFailed() {
        final DemoOutcome verdict = DemoOutcome.of(report(2, List.of("contract 3: no customer")), false, 2, List.of());
        assertEquals(1, verdict.exitCode());
        assertEquals(List.of("Failed: contract 3: no customer"), verdict.lines());
    }

    @Test
    void shouldBeBadWhenLettersDiffer() {
        final List<Optional<String>> different =
                List.of(Optional.empty(), Optional.of("line 2 is 'a' in x and 'b' in y"));
        final DemoOutcome verdict = DemoOutcome.of(report(3, List.of()), false, 3, different);
        assertEquals(1, verdict.exitCode());
        assertEquals(List.of("The letters DIFFER: line 2 is 'a' in x and 'b' in y"), verdict.lines());
    }

    @Test
    void shouldBeBadWhenContractsWereNotUpdated() {
        final DemoOutcome verdict = DemoOutcome.of(report(3, List.of()), false, 2, List.of());
        assertEquals(1, verdict.exitCode());
        assertEquals(List.of("last_letter was updated in 2 contracts, but there are 3 letters"), verdict.lines());
    }

    @Test
    void shouldFindNothingWhenFilesAreEqual() throws IOException {
        assertEquals(Optional.empty(), difference("a\nb\n", "a\nb\n", true));
    }

    @Test
    void shouldNameTheFirstLineThatDiffers() throws IOException {
        assertEquals(
                Optional.of("line 2 is 'b' in found and 'c' in expected"), difference("a\nb\nd\n", "a\nc\nd\n", true));
    }

    @Test
    void shouldNameTheMissingLineWhenOneFileEndsEarlier() throws IOException {
        assertEquals(Optional.of("line 2 is missing in found and 'b' in expected"), difference("a\n", "a\nb\n", true));
    }

    @Test
    void shouldFindNothingWhenTheFirstLettersAreComparedOnly() throws IOException {
        assertEquals(Optional.empty(), difference("a\nb\n", "a\n", false));
    }

    private Optional<String> difference(String found, String expected, boolean whole) throws IOException {
        return DemoOutcome.difference(
                Files.writeString(temporary.resolve("found"), found),
                Files.writeString(temporary.resolve("expected"), expected),
                whole);
    }

    private static LettersReport report(long letters, List<String> failures) {
        return new LettersReport(3, letters, failures.size(), failures, Duration.ofSeconds(1));
    }
}
