package dev.sluice.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All five experiments as {@code perf all} runs them, at their smallest. No times. */
@Tag("long")
class AllCommandTest {

    @TempDir
    private Path out;

    @Test
    void shouldLeaveOnePageWithAllExperimentsWhenEachOfThemChecksItsAnswers() throws IOException {
        Performed.run(out, "all", "--smoke");

        final String page = Files.readString(out.resolve("report.html"));
        for (final String experiment : new String[] {"burst", "letters", "coalesce", "events", "tier"}) {
            assertFalse(Performed.report(out, experiment).at("/tables").isEmpty(), experiment);
            assertTrue(page.contains("<section id=\"" + experiment + "\""), experiment);
        }
        assertEquals(-1, page.indexOf("<img"), "a picture would be in another file");
    }
}
