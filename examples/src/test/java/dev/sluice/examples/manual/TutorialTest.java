package dev.sluice.examples.manual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testsupport.Program;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types docs/tutorial.md: makes each file that the page names, runs each command, and compares what it prints. */
class TutorialTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Path PAGE = ROOT.resolve("docs/tutorial.md");
    private static final Pattern FILE = Pattern.compile("(?ms)^`([^`\\n]+)`:\\n\\n```\\w+\\n(.*?)^```$");
    private static final Pattern COLOURS = Pattern.compile("\u001B\\[[;\\d]*m");

    @TempDir
    private Path directory;

    /** With this build's classes in place of what Maven would install, download and compile. */
    @Test
    @Tag("long")
    void shouldAnswerTheReadersTablesWhenItsCommandsAreTyped() throws Exception {
        final Path sluice = Files.createDirectory(directory.resolve("sluice"));
        Launcher.in(sluice);
        Files.copy(
                ROOT.resolve("config/sluice.args"),
                Files.createDirectory(sluice.resolve("config")).resolve("sluice.args"));
        final Path bin = Files.createDirectory(directory.resolve("bin"));
        final Path jar = jarOfThisClassPath(directory.resolve("classes.jar"));
        new Launcher(bin).script("mvn", """
                case "$*" in
                    *install*) ;;
                    *)
                        mkdir -p target/classes target/dependency
                        cp '%1$s' target/dependency/
                        javac -proc:none -cp '%1$s' -d target/classes $(find src -name '*.java')
                        ;;
                esac
                """.formatted(jar));
        type(sluice, Map.of("PATH", bin + File.pathSeparator + System.getenv("PATH")));
    }

    /** As a stranger: a clone of what is committed, Maven, and a local repository without anything in it. */
    @Test
    @Tag("nightly")
    void shouldAnswerTheReadersTablesInAFreshCloneWithAnEmptyRepository() throws Exception {
        assumeTrue(Files.exists(ROOT.resolve(".git")), "no clone, nothing to clone");
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, "git"))),
                "no Git here");
        Program.of("git", "clone", "-q", ROOT.toString(), "sluice")
                .in(directory)
                .start()
                .expectEnd(0);
        final Map<String, String> environment = new HashMap<>();
        environment.put(
                "MAVEN_OPTS",
                System.getenv().getOrDefault("MAVEN_OPTS", "") + " -Dmaven.repo.local="
                        + directory.resolve("repository"));
        final long start = System.nanoTime();
        type(directory.resolve("sluice"), environment);
        System.out.println("The tutorial took "
                + Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s");
    }

    private void type(Path clone, Map<String, String> environment) throws IOException, InterruptedException {
        final Path project = clone.resolveSibling("orders");
        final Matcher file = FILE.matcher(Files.readString(PAGE));
        final Map<String, String> files = new HashMap<>();
        while (file.find()) {
            files.put(file.group(1), file.group(2));
        }
        assertEquals(5, files.size(), () -> "files of the page: " + files.keySet());
        try (Shell shell = new Shell(clone, environment)) {
            boolean made = false;
            for (final ConsoleStep step : ConsoleStep.of(PAGE)) {
                final String printed =
                        COLOURS.matcher(shell.run(step.command())).replaceAll("");
                assertTrue(
                        step.takes(printed),
                        () -> PAGE.getFileName() + ":" + step.line() + ": $ " + step.command() + "\nprinted:\n"
                                + printed + "\nand the page says:\n" + String.join("\n", step.printed()) + "\n\n"
                                + logs(project));
                if (!made && Files.isDirectory(project)) {
                    made = true;
                    for (final Map.Entry<String, String> named : files.entrySet()) {
                        final Path path = project.resolve(named.getKey());
                        Files.createDirectories(path.getParent());
                        Files.writeString(path, named.getValue());
                    }
                }
            }
        }
    }

    private static String logs(Path project) {
        return Arrays.stream(new String[] {"gateway.log", "job.log"})
                .map(project::resolve)
                .filter(Files::exists)
                .map(log -> {
                    try {
                        return log.getFileName() + ":\n" + Files.readString(log);
                    } catch (final IOException e) {
                        return log + " cannot be read: " + e.getMessage();
                    }
                })
                .collect(Collectors.joining("\n"));
    }

    private static Path jarOfThisClassPath(Path jar) throws IOException {
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream empty = new JarOutputStream(out, manifest)) {
            empty.finish();
        }
        return jar;
    }
}
