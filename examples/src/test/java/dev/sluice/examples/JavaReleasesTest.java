package dev.sluice.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.JavaCommand;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.Trees;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A gateway and a job started as users start them, on each Java of this machine. */
@Tag("nightly")
@Execution(ExecutionMode.CONCURRENT)
class JavaReleasesTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final int NEWER = 24;

    @TempDir
    static Path release;

    @TempDir
    Path temporary;

    static List<InstalledJava> installed() throws IOException {
        return InstalledJava.all();
    }

    /** A directory with a launcher and jars, and no sources. */
    @BeforeAll
    static void unpack() throws IOException {
        final Path target = Path.of("gateway-service", "target");
        assumeTrue(
                Files.exists(ROOT.resolve(target).resolve("sluice-gateway.jar"))
                        && Files.isDirectory(ROOT.resolve(target).resolve("lib")),
                "the gateway is no jar yet: run this with mvn verify");
        Files.createDirectories(release.resolve("config"));
        for (final String file : List.of("sluice", "config/sluice.args", "config/sluice-25.args")) {
            Files.copy(ROOT.resolve(file), release.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Trees.copy(
                ROOT.resolve(target).resolve("lib"),
                Files.createDirectories(release.resolve(target)).resolve("lib"));
        final Path jar = target.resolve("sluice-gateway.jar");
        Files.copy(ROOT.resolve(jar), release.resolve(jar));
    }

    @BeforeEach
    void configure() throws IOException {
        Trees.copy(ROOT.resolve("config"), temporary.resolve("config"));
    }

    @ParameterizedTest
    @MethodSource("installed")
    void shouldAnswerWithoutAWarningWhenStartedByTheLauncher(InstalledJava java) throws Exception {
        final String gateway = answered(java, List.of(release.resolve("sluice").toString()));
        assertEquals(List.of(), warnings(gateway));
    }

    @ParameterizedTest
    @MethodSource("installed")
    void shouldAnswerWhenStartedAsAJar(InstalledJava java) throws Exception {
        final String gateway = answered(
                java,
                List.of(
                        java.command(),
                        "-jar",
                        release.resolve("gateway-service/target/sluice-gateway.jar")
                                .toString()));
        // A manifest has no word for sun.misc.Unsafe.
        assertTrue(
                warnings(gateway).isEmpty() || java.release() >= NEWER && gateway.contains("sun.misc.Unsafe"), gateway);
        assertTrue(warnings(gateway).stream().noneMatch(line -> line.contains("native")), gateway);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void shouldSayWhichOptionsAJobNeedsWhenItIsStartedWithout(InstalledJava java) throws Exception {
        final String said = start(java, job(java, List.of())).expectEnd(1);
        assertTrue(said.contains("Start it with 'java @config/sluice.args ...', or add these lines"), said);
        assertTrue(said.contains("\n  --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED\n"), said);
    }

    /** Returns the words of a gateway until it has answered a job that embeds the client. */
    private String answered(InstalledJava java, List<String> program) throws Exception {
        final List<String> command = new ArrayList<>(program);
        command.addAll(List.of("run", "--config", "config/gateway.yaml"));
        try (Child gateway = start(java, command)) {
            // The launcher's first start takes some seconds, and a job that waits for longer than five warns.
            gateway.awaitSaid(" serves ");
            final List<String> files = java.release() >= NEWER
                    ? List.of("config/sluice.args", "config/sluice-25.args")
                    : List.of("config/sluice.args");
            final String said = start(java, job(java, files)).awaitEnd();
            assertEquals(7, said.lines().count(), said);
            assertTrue(said.startsWith("customer {"), said);
            gateway.stop();
            return gateway.said();
        }
    }

    private static List<String> job(InstalledJava java, List<String> files) {
        final List<String> command = new ArrayList<>(List.of(java.command()));
        files.forEach(file -> command.add("@" + release.resolve(file)));
        final String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(path -> Path.of(path).toAbsolutePath().toString())
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElseThrow();
        command.addAll(JavaCommand.LOG);
        command.addAll(List.of("-cp", classPath, "dev.sluice.examples.Quickstart"));
        return command;
    }

    private Child start(InstalledJava java, List<String> command) throws IOException {
        return Program.of(command)
                .in(temporary)
                .with(Map.of("JAVA_HOME", java.home().toString()))
                .without("SLUICE_JAVA_OPTS", "JAVA_TOOL_OPTIONS")
                .start();
    }

    private static List<String> warnings(String output) {
        return output.lines().filter(line -> line.contains("WARNING")).toList();
    }
}
