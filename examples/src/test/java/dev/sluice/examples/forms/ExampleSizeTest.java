package dev.sluice.examples.forms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** An example is read before it is copied: it fits on a page. */
class ExampleSizeTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern LINKED =
            Pattern.compile("\\(\\.\\./\\.\\./(examples/[^)]*/(?:forms|springbatch)/[^)]*)\\)");

    @Test
    void shouldHaveLessThan80LinesEachWhenTheManualNamesThem() throws IOException {
        final List<String> examples = LINKED.matcher(Files.readString(ROOT.resolve("docs/how-to/jobs.md")))
                .results()
                .map(link -> link.group(1))
                .toList();
        assertEquals(4, examples.size(), examples::toString);
        for (final String example : examples) {
            final int lines = Files.readAllLines(ROOT.resolve(example)).size();
            assertTrue(lines < 80, () -> example + " has " + lines + " lines");
        }
    }
}
