package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LettersComparisonTest {

    @TempDir
    Path temporary;

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
        return LettersComparison.of(
                        Files.writeString(temporary.resolve("found"), found),
                        Files.writeString(temporary.resolve("expected"), expected),
                        whole)
                .difference();
    }
}
