package dev.sluice.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page on Spring shows code of the sample, which SampleProjectsTest builds and runs. */
class SpringPageTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void shouldShowCodeOfTheSample() throws IOException {
        final String sample = Files.readString(
                ROOT.resolve("examples/samples/spring-boot/src/main/java/com/example/letters/LettersApplication.java"));
        final List<String> blocks = JAVA.matcher(Files.readString(ROOT.resolve("docs/how-to/spring.md")))
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        assertEquals(2, blocks.size());
        blocks.forEach(block -> assertTrue(sample.contains(block), () -> "the sample has no\n" + block));
    }
}
