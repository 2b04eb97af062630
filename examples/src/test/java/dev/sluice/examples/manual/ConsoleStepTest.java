package dev.sluice.examples.manual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleStepTest {

    @Test
    void shouldFindEachCommandWithItsLinesWhenADocumentHasConsoleBlocks(@TempDir Path directory) throws IOException {
        final Path document = Files.writeString(directory.resolve("a.md"), """
                Text, and `$ no command`.

                ```console
                $ one
                1
                …
                $ two
                ```

                ```sh
                $ three
                ```

                ```console
                $ four
                4
                ```
                """);

        assertEquals(
                List.of(
                        new ConsoleStep(4, "one", List.of("1", "…")),
                        new ConsoleStep(7, "two", List.of()),
                        new ConsoleStep(15, "four", List.of("4"))),
                ConsoleStep.of(document));
    }

    @Test
    void shouldTakeAnythingWhereTheDocumentLeavesItOpenWhenOutputIsCompared() {
        final ConsoleStep step = new ConsoleStep(1, "x", List.of("found … of 3 (all)", "…", "end"));

        assertTrue(step.takes("found 2 of 3 (all)\nend"));
        assertTrue(step.takes("found 2 of 3 (all)  \nmore\nand more\nend\n"));
        assertFalse(step.takes("found 2 of 4 (all)\nend"));
        assertFalse(step.takes("found 2 of 3 (all)\nmore\nend of it"));
        assertFalse(step.takes("say: found 2 of 3 (all)\nend"));
        assertFalse(new ConsoleStep(1, "x", List.of("a", "b")).takes("a\nc\nb"));
        assertTrue(new ConsoleStep(1, "x", List.of()).takes("\n"));
        assertFalse(new ConsoleStep(1, "x", List.of()).takes("anything"));
    }
}
