package dev.sluice.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The projects of {@code samples/}, built as a stranger does: a fresh clone, an empty repository, the documented command. */
@Tag("nightly")
class SampleProjectsTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path PAGES = ROOT.resolve("docs/how-to");
    private static final Pattern COMMAND = Pattern.compile("(?m)^mvn (.* install)$");
    private static final Set<String> NOT_CLONED = Set.of("target", "data", ".git");

    @TempDir
    static Path directory;

    private static Path clone;

    @BeforeAll
    static void install() throws Exception {
        Assumptions.assumeTrue(Program.of("mvn", "--version").succeeds(), "there is no mvn on the PATH");
        clone = directory.resolve("clone");
        copy(ROOT, clone);
        install("forms.md");
    }

    private static void install(String page) throws IOException, InterruptedException {
        final Matcher command = COMMAND.matcher(Files.readString(PAGES.resolve(page)));
        assertTrue(command.find(), page + " has no command that installs");
        maven(clone, command.group(1).split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"maven", "kotlin"})
    void shouldBuildAProjectAndPassItsTestsWhenARepositoryWasEmpty(String sample) throws Exception {
        maven(clone.resolve("examples/samples").resolve(sample), "-B", "verify");
    }

    @Test
    void shouldWriteTheLettersWhenTheSpringBootProjectsJarIsRun() throws Exception {
        install("spring.md");
        final Path project = clone.resolve("examples/samples/spring-boot");
        maven(project, "-B", "package");
        program(project, List.of("java", "-jar", "target/letters-1.0.jar", "day=2026-11-22"))
                .run()
                .expectEnd(0);
        final List<String> letters = Files.readAllLines(project.resolve("letters.txt"));
        assertEquals(300, letters.size());
        assertEquals("2026-11-22: Dear Grace Hopper, this is about contract 1", letters.get(0));
        assertEquals("2026-11-22: Dear Ada Lovelace, this is about contract 300", letters.get(299));
    }

    private static void maven(Path project, String... arguments) throws IOException, InterruptedException {
        program(project, Stream.concat(Stream.of("mvn"), Stream.of(arguments)).toList())
                .run()
                .expectEnd(0);
    }

    private static Program program(Path project, List<String> command) {
        return Program.of(command)
                .in(project)
                .with(Map.of(
                        "MAVEN_OPTS",
                        System.getenv().getOrDefault("MAVEN_OPTS", "") + " -Dmaven.repo.local="
                                + directory.resolve("repository")))
                .patience(Duration.ofMinutes(30));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (final Path file : files.toList()) {
                final Path copy = to.resolve(file.getFileName().toString());
                if (NOT_CLONED.contains(file.getFileName().toString())) {
                    continue;
                }
                if (Files.isDirectory(file)) {
                    copy(file, copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }
}
