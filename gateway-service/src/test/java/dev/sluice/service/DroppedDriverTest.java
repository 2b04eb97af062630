package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release started by its launcher, with a driver in its {@code lib/} that is not shipped: Apache Derby's. */
@Tag("nightly")
class DroppedDriverTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    private Path release;

    /** As it is built, but that the gateway's jar holds nothing and names the classes and jars of this JVM, without Derby. */
    @BeforeEach
    void makeRelease() throws IOException {
        release = Files.createDirectories(directory.toRealPath().resolve("a release"));
        Files.createDirectory(release.resolve("config"));
        for (final String file : List.of("sluice", "config/sluice.args", "config/sluice-25.args")) {
            Files.copy(ROOT.resolve(file), release.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        final Path target = Files.createDirectories(release.resolve("gateway-service/target"));
        Files.createDirectories(target.resolve("lib"));
        final Manifest manifest = new Manifest();
        final Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.MAIN_CLASS, "dev.sluice.service.Main");
        main.put(
                Attributes.Name.CLASS_PATH,
                classPath()
                        .filter(path -> !derby(path))
                        .map(path -> path.toUri().toString())
                        .collect(Collectors.joining(" ")));
        main.putValue("Add-Exports", "java.base/jdk.internal.ref jdk.compiler/com.sun.tools.javac.file");
        main.putValue("Add-Opens", "java.base/java.lang java.base/java.lang.reflect java.base/sun.nio.ch");
        try (OutputStream out = Files.newOutputStream(target.resolve("sluice-gateway.jar"))) {
            new JarOutputStream(out, manifest).close();
        }
    }

    private static Stream<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(path -> Path.of(path).toAbsolutePath());
    }

    private static boolean derby(Path path) {
        return path.getFileName().toString().startsWith("derby");
    }

    private static void dropDerby(Path lib) throws IOException {
        Files.createDirectories(lib);
        for (final Path jar : classPath().filter(DroppedDriverTest::derby).toList()) {
            Files.copy(jar, lib.resolve(jar.getFileName()));
        }
    }

    @Test
    void shouldAnswerLookupsAndUpdatesWhenTheJarIsInLib() throws Exception {
        dropDerby(release.resolve("lib"));
        assertEquals(
                List.of("name: not found", "add: updated 1", "add: updated 1", "name: rows [{NAME=two}]"),
                answers(Map.of()));
        final String said = Files.readString(directory.resolve("log"));
        assertTrue(said.contains("test: databases.main: Apache Derby 10.16"), said);
        assertTrue(said.contains(", asked in chunks as UNION ALL; queries with ORDER BY one at a time"), said);
    }

    @Test
    void shouldAnswerWhenTheJarIsWhereSluiceLibSays() throws Exception {
        dropDerby(directory.resolve("drivers"));
        assertEquals(
                List.of("name: not found", "add: updated 1", "add: updated 1", "name: rows [{NAME=two}]"),
                answers(Map.of("SLUICE_LIB", directory.resolve("drivers").toString())));
    }

    @Test
    void shouldSayWhichDriverIsMissingAndWhereItGoesWhenNoneTakesTheUrl() throws Exception {
        final String said = start(Map.of()).expectEnd(1);
        assertTrue(said.contains("databases.main.url: no driver takes jdbc:derby:"), said);
        assertTrue(said.contains("Apache Derby (derby.jar"), said);
        assertTrue(said.contains("jar into lib/ beside the sluice launcher"), said);
        assertTrue(!said.contains("\tat "), said);
    }

    @Test
    void shouldNameTheDirectoryWhenSluiceLibIsNone() throws Exception {
        final String said = start(Map.of("SLUICE_LIB", "/nowhere/at/all")).expectEnd(1);
        assertTrue(said.contains("SLUICE_LIB is /nowhere/at/all, and there is no such directory"), said);
    }

    private List<String> answers(Map<String, String> environment) throws Exception {
        try (Child gateway = start(environment);
                GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            client.requests().lookup("name", 1L);
            client.requests().executeUpdate("add", 1L, "one");
            client.requests().executeUpdate("add", 2L, "two");
            client.requests().lookup("name", 2L);
            final Collected results = new Collected();
            client.awaitAll(results, Duration.ofMinutes(1));
            assertEquals(Child.TERMINATED, gateway.stop());
            return results.lines;
        }
    }

    private Child start(Map<String, String> environment) throws IOException {
        final Path script = Files.writeString(
                directory.resolve("init.sql"), "CREATE TABLE t (id BIGINT NOT NULL PRIMARY KEY, name VARCHAR(20));\n");
        final Path config = Files.writeString(directory.resolve("gateway.yaml"), """
                name: test
                queues:
                  path: %s
                  diskReserve: 1MB
                databases:
                  main:
                    url: jdbc:derby:%s;create=true
                    init: %s
                lookups:
                  name:
                    sql: SELECT name FROM t WHERE id = ?
                    types: [long]
                    reads: [t]
                statements:
                  add:
                    sql: INSERT INTO t VALUES (?, ?)
                    types: [long, text]
                    writes: [t]
                """.formatted(
                        directory.resolve("queues"), directory.resolve("db"), script));
        return Program.of(release.resolve("sluice").toString(), "run", "--config", config.toString())
                .in(directory)
                .without("SLUICE_LIB", "SLUICE_JAVA_OPTS")
                .with(Map.of("JAVA_HOME", System.getProperty("java.home")))
                .with(environment)
                .log(directory.resolve("log"))
                .start();
    }
}
