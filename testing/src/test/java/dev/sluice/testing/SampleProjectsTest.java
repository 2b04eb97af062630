package dev.sluice.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The projects of {@code samples/}, built as a stranger does: a fresh clone, an empty repository, the documented command. */
@Tag("nightly")
class SampleProjectsTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path PAGE = ROOT.resolve("docs/how-to/client.md");
    private static final Pattern COMMAND = Pattern.compile("(?m)^mvn (.* install)$");
    private static final Set<String> NOT_CLONED = Set.of("target", "data", ".git");

    @TempDir
    static Path directory;

    private static Path clone;

    @BeforeAll
    static void install() throws Exception {
        Assumptions.assumeTrue(hasMaven(), "there is no mvn on the PATH");
        clone = directory.resolve("clone");
        copy(ROOT, clone);
        final Matcher command = COMMAND.matcher(Files.readString(PAGE));
        assertTrue(command.find(), PAGE + " has no command that installs");
        maven(clone, command.group(1).split(" "));
    }

    @Test
    void shouldBuildTheMavenProjectWhenARepositoryWasEmpty() throws Exception {
        maven(clone.resolve("samples/maven"), "-B", "verify");
    }

    private static boolean hasMaven() throws InterruptedException {
        try {
            return new ProcessBuilder("mvn", "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (final IOException e) {
            return false;
        }
    }

    private static void maven(Path project, String... arguments) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of("mvn"));
        command.addAll(List.of(arguments));
        command.add("-Dmaven.repo.local=" + directory.resolve("repository"));
        final Path log = directory.resolve("maven.log");
        final Process process = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertEquals(0, process.waitFor(), () -> read(log));
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (final IOException e) {
            return e.toString();
        }
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
