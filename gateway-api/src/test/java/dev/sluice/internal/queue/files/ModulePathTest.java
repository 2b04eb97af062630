package dev.sluice.internal.queue.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A JVM with the client and Chronicle on its module path. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ModulePathTest {

    private static final String MODULE = "dev.sluice.client";
    private static final List<String> LIBRARIES = List.of("openhft", "jna", "jnr", "asm", "slf4j-api");

    @TempDir
    Path directory;

    /** The program that the JVM runs. */
    static final class Opening {

        private Opening() {}

        public static void main(String[] arguments) {
            GatewayClient.open(Path.of(arguments[0])).close();
            System.out.println("opened");
        }
    }

    @Test
    void shouldOpenQueuesWithTheOptionsThatItsRefusalNames() throws Exception {
        final String refusal = run(List.of());
        assertTrue(refusal.contains("Chronicle is on the module path"), refusal);
        final List<String> options = refusal.lines()
                .filter(line -> line.startsWith("  --add-"))
                .map(String::strip)
                .toList();
        assertTrue(options.get(0).contains("chronicle.core,chronicle.queue"), refusal);
        assertEquals("opened", run(options).lines().reduce("", (before, last) -> last));
    }

    private String run(List<String> options) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options);
        command.addAll(List.of(
                "--module-path",
                modulePath(),
                "--module",
                MODULE + "/" + Opening.class.getName(),
                directory.resolve("queues").toString()));
        final Path said = directory.resolve("said");
        final Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        process.waitFor();
        return Files.readString(said, StandardCharsets.UTF_8);
    }

    private String modulePath() throws IOException {
        final String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        final Path client = directory.resolve("sluice-client.jar");
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Automatic-Module-Name", MODULE);
        try (OutputStream file = Files.newOutputStream(client);
                JarOutputStream jar = new JarOutputStream(file, manifest)) {
            add(jar, Path.of("target/classes"));
            add(jar, Path.of("target/test-classes"), Opening.class);
        }
        return Stream.concat(
                        Stream.of(client.toString()),
                        Arrays.stream(classPath.split(File.pathSeparator))
                                .filter(path -> path.endsWith(".jar")
                                        && !path.endsWith("-native.jar")
                                        && LIBRARIES.stream().anyMatch(path::contains)))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void add(JarOutputStream jar, Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                add(jar, root, file);
            }
        }
    }

    private static void add(JarOutputStream jar, Path root, Class<?> type) throws IOException {
        add(jar, root, root.resolve(type.getName().replace('.', '/') + ".class"));
    }

    private static void add(JarOutputStream jar, Path root, Path file) throws IOException {
        jar.putNextEntry(new JarEntry(root.relativize(file).toString()));
        Files.copy(file, jar);
    }
}
