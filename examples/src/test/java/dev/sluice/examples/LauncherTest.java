package dev.sluice.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages of {@code ./sluice} before it starts Java; what it starts is tested where it is written. */
class LauncherTest {

    private static final Path LAUNCHER =
            Path.of("..", "sluice").toAbsolutePath().normalize();
    private static final String PREPARING = "sluice: preparing gateway-service to start faster (once, some seconds)";

    private static final String FIRST_COMPILER_ALONE = "-XX:TieredStopAtLevel=1";

    @TempDir
    private Path directory;

    @Test
    void shouldListItsCommandsWhenStartedWithoutAny() throws Exception {
        final Child ended = launch(Map.of());
        assertEquals(0, ended.status());
        for (final String command :
                List.of("run", "check", "explain", "lanes", "demo", "status", "cat", "replay", "perf")) {
            assertTrue(ended.said().contains("\n  " + command + " "), ended::said);
        }
    }

    @Test
    void shouldFindTheJarsThatDocumentsAndConfigurationsName() throws IOException {
        final Path root = LAUNCHER.getParent();
        final List<Path> texts = new ArrayList<>(List.of(root.resolve("README.md")));
        for (final String directory : List.of("docs", "config")) {
            try (Stream<Path> files = Files.walk(root.resolve(directory))) {
                files.filter(file ->
                                Files.isRegularFile(file) && !file.toString().endsWith(".png"))
                        .forEach(texts::add);
            }
        }
        int named = 0;
        for (final Path text : texts) {
            final Matcher jar = Pattern.compile("([a-z-]+(?:/[a-z-]+)?)/target/([a-z-]+)\\.jar")
                    .matcher(Files.readString(text));
            while (jar.find()) {
                final String pom = Files.readString(root.resolve(jar.group(1)).resolve("pom.xml"));
                assertTrue(
                        pom.contains("<artifactId>" + jar.group(2) + "</artifactId>"), text + " names " + jar.group());
                named++;
            }
        }
        assertTrue(named > 0, "documents name no jar");
    }

    @Test
    void shouldEndWithStatus2WhenTheCommandIsUnknown() throws Exception {
        final Child ended = launch(Map.of(), "walk");
        assertEquals(2, ended.status());
        assertTrue(ended.said().contains("unknown command 'walk'"), ended::said);
    }

    @Test
    void shouldNameWhatToUseInsteadWhenTheCommandIsGone() throws Exception {
        final Child ended = launch(Map.of(), "soak", "--for", "1h");
        assertEquals(2, ended.status());
        assertTrue(ended.said().contains("use 'sluice crash --for 1h'"), ended::said);
    }

    @Test
    void shouldNameTheVersionItFoundWhenJavaIsTooOld() throws Exception {
        final Child ended = launch(Map.of("JAVA_HOME", javaHome("1.8.0_392").toString()), "run");
        assertEquals(1, ended.status());
        assertTrue(ended.said().contains("is version 1.8.0_392; Java 17 or later is needed"), ended::said);
    }

    @Test
    void shouldNameJavaHomeWhenThereIsNoJavaInIt() throws Exception {
        final Child ended = launch(Map.of("JAVA_HOME", directory.toString()), "run");
        assertEquals(1, ended.status());
        assertTrue(ended.said().contains("JAVA_HOME is " + directory), ended::said);
    }

    @Test
    void shouldPassArgumentsAndOptionsOnWhenStartedThroughALinkFromElsewhere() throws Exception {
        final Path release = release();
        final Path link = Files.createSymbolicLink(directory.resolve("link to sluice"), release.resolve("sluice"));
        final Map<String, String> environment =
                Map.of("JAVA_HOME", javaHome("17.0.1").toString(), "SLUICE_JAVA_OPTS", "-Xmx99m -Dx=1");
        final Child ended = start(link, environment, "run", "--config", "my file.yaml");
        final String jar =
                release.resolve("gateway-service/target/sluice-gateway.jar").toString();
        final List<String> expected = List.of(
                PREPARING,
                "-XX:+ExitOnOutOfMemoryError",
                "-Xmx99m",
                "-Dx=1",
                "-jar",
                jar,
                "run",
                "--config",
                "my file.yaml",
                "in " + directory.toRealPath());
        assertEquals(
                expected,
                ended.said()
                        .lines()
                        .filter(line -> !line.equals(FIRST_COMPILER_ALONE))
                        .toList());
    }

    @Test
    void shouldLeaveOutTheOptimizingCompilerWhenAServiceHasTwoCores() throws Exception {
        final Path release = release();
        final Path commands = Files.createDirectory(directory.resolve("bin"));
        script(commands.resolve("nproc"), "echo 2");
        final Map<String, String> environment = Map.of(
                "JAVA_HOME",
                javaHome("17.0.1").toString(),
                "PATH",
                commands + File.pathSeparator + System.getenv("PATH"),
                "SLUICE_JAVA_OPTS",
                "-XX:TieredStopAtLevel=4");
        final List<String> served = start(release.resolve("sluice"), environment, "run")
                .said()
                .lines()
                .toList();
        assertTrue(served.contains(FIRST_COMPILER_ALONE), served::toString);
        assertTrue(
                served.indexOf("-XX:TieredStopAtLevel=4") > served.indexOf(FIRST_COMPILER_ALONE),
                "the user's option is the last, which counts: " + served);
        final String checked =
                start(release.resolve("sluice"), environment, "check").said();
        assertFalse(checked.contains(FIRST_COMPILER_ALONE), checked);
    }

    @Test
    void shouldAddTheFlagsOfNewerReleasesWhenJavaIs24OrLater() throws Exception {
        final Path release = release();
        final Map<String, String> environment =
                Map.of("JAVA_HOME", javaHome("25.0.1").toString());
        final Child ended = start(release.resolve("sluice"), environment, "check");
        assertEquals(
                "@" + release.resolve("config/sluice-25.args"),
                ended.said().lines().skip(1).findFirst().orElseThrow());
    }

    @Test
    void shouldMapTheArchivedClassesWhenItCouldArchiveThem() throws Exception {
        final Path release = release();
        final Path java = javaHome("17.0.1").resolve("bin/java");
        script(
                java,
                Files.readString(java)
                        + "case \"$*\" in *ArchiveClassesAtExit=*) ;; *) exit 0 ;; esac\n"
                        + "archive=${*#*ArchiveClassesAtExit=}\n"
                        + "echo classes >\"${archive%% -cp*}\"");
        final Map<String, String> environment =
                Map.of("JAVA_HOME", java.getParent().getParent().toString());
        final String archive =
                "-XX:SharedArchiveFile=" + release.resolve("gateway-service/target/sluice-gateway-17.0.1.jsa");
        final Child first = start(release.resolve("sluice"), environment, "check");
        assertEquals(List.of(PREPARING, archive), first.said().lines().limit(2).toList());
        final Child second = start(release.resolve("sluice"), environment, "check");
        assertEquals(archive, second.said().lines().findFirst().orElseThrow());
        Files.writeString(release.resolve("gateway-service/target/lib/new.jar"), "");
        Files.setLastModifiedTime(
                release.resolve("gateway-service/target/lib/new.jar"),
                FileTime.from(Instant.now().plusSeconds(60)));
        final Child updated = start(release.resolve("sluice"), environment, "check");
        assertEquals(PREPARING, updated.said().lines().findFirst().orElseThrow());
    }

    @Test
    void shouldAddTheLibrariesOfTheGatewayOnlyWhenACommandAsksDatabases() throws Exception {
        final Path release = release();
        final Path target = Files.createDirectories(release.resolve("replay-tool/target/lib"))
                .getParent();
        final String jar = Files.createFile(target.resolve("sluice-replay.jar")).toString();
        final Map<String, String> environment =
                Map.of("JAVA_HOME", javaHome("17.0.1").toString());
        for (final String command : List.of("replay", "resume", "verify")) {
            final Child asks = start(release.resolve("sluice"), environment, "replay", command);
            final List<String> lines = asks.said().lines().toList();
            assertEquals(jar + ":" + target.resolve("service/*"), lines.get(lines.indexOf("-cp") + 1));
        }
        for (final String command : List.of("diff", "prune", "repair", "redrive")) {
            final Child reads = start(release.resolve("sluice"), environment, "replay", command);
            assertTrue(reads.said().contains("-jar\n" + jar + "\n" + command), reads.said());
        }
    }

    @Test
    void shouldStartTheDemoWithKafkaOnlyWhenThatIsItsTransport() throws Exception {
        final Path release = release();
        final String without = jar(release, "examples/target/sluice-examples.jar");
        final String with = jar(release, "build/kafka/target/sluice-proofs-kafka.jar");
        final Map<String, String> environment =
                Map.of("JAVA_HOME", javaHome("17.0.1").toString());
        for (final List<String> options :
                List.of(List.of("--kill", "--transport", "kafka"), List.of("--transport=kafka"))) {
            final List<String> arguments = new ArrayList<>(List.of("demo"));
            arguments.addAll(options);
            final Child kafka = start(release.resolve("sluice"), environment, arguments.toArray(new String[0]));
            assertTrue(
                    kafka.said().contains("-jar\n" + with + "\n" + String.join("\n", arguments) + "\n"), kafka::said);
        }
        final Child plain = start(release.resolve("sluice"), environment, "demo", "--transport", "chronicle");
        assertTrue(plain.said().contains("-jar\n" + without + "\ndemo\n"), plain::said);
    }

    private static String jar(Path release, String name) throws IOException {
        final Path jar = release.resolve(name);
        Files.createDirectories(jar.resolveSibling("lib"));
        return Files.createFile(jar).toString();
    }

    @Test
    void shouldAddTheJarsOfLibToACommandOnQueuesInNoDirectory() throws Exception {
        final Path release = release();
        final Path target = Files.createDirectories(release.resolve("replay-tool/target/lib"))
                .getParent();
        final String jar = Files.createFile(target.resolve("sluice-replay.jar")).toString();
        final Path lib = Files.createDirectories(release.resolve("lib"));
        Files.createFile(lib.resolve("sluice-kafka.jar"));
        final Map<String, String> environment =
                Map.of("JAVA_HOME", javaHome("17.0.1").toString());
        for (final String queues : List.of("-qkafka:night?bootstrap=broker:9092", "--queues=kafka:night/1")) {
            for (final String command : List.of("status", "cat", "show", "jobs")) {
                final Child elsewhere = start(release.resolve("sluice"), environment, command, queues);
                assertTrue(
                        elsewhere
                                .said()
                                .contains("-cp\n" + jar + ":" + lib + "/*\ndev.sluice.replay.Main\n" + command + "\n"
                                        + queues),
                        elsewhere::said);
            }
        }
        final Child onDisk =
                start(release.resolve("sluice"), environment, "cat", "-q", "queues", "--from", "2026-11-22T03:00:00Z");
        assertTrue(onDisk.said().contains("-jar\n" + jar + "\ncat"), onDisk::said);
    }

    @Test
    void shouldLeaveTheLibrariesOfTheGatewayOutOfTheManifestOfTheReplayTool() throws IOException {
        final Path jar = LAUNCHER.resolveSibling("replay-tool/target/sluice-replay.jar");
        assumeTrue(Files.exists(jar), "Maven makes the jar, and this is no build of Maven's");
        try (JarFile file = new JarFile(jar.toFile())) {
            final String path = file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            assertTrue(path.contains("lib/chronicle-queue-"), path);
            for (final String library : List.of("HikariCP", "micrometer", "prometheus", "logback")) {
                assertFalse(path.contains(library), path);
            }
        }
    }

    @Test
    void shouldStartEachProgramFromOneDirectoryWhenItIsThere() throws Exception {
        final Path release = release();
        final String gateway = jar(release, "programs/sluice-gateway.jar");
        final String replay = jar(release, "programs/sluice-replay.jar");
        final Map<String, String> environment =
                Map.of("JAVA_HOME", javaHome("17.0.1").toString());
        final Child run = start(release.resolve("sluice"), environment, "run");
        assertTrue(run.said().contains("-jar\n" + gateway + "\nrun\n"), run::said);
        final Child asks = start(release.resolve("sluice"), environment, "replay", "verify");
        assertTrue(asks.said().contains("-cp\n" + replay + ":" + release + "/programs/service/*\n"), asks::said);
        assertTrue(Files.exists(release.resolve("programs/sluice-gateway-17.0.1.jsa")), "one archive for each program");
        assertTrue(Files.exists(release.resolve("programs/sluice-replay-17.0.1.jsa")), "one archive for each program");
        final Child demo = start(release.resolve("sluice"), environment, "demo");
        assertEquals(1, demo.status());
        assertTrue(demo.said().contains("the release's archive has all commands"), demo::said);
    }

    /** A directory with a launcher and a jar, and no sources, as a release is. */
    private Path release() throws IOException {
        final Path release = Files.createDirectories(directory.toRealPath().resolve("a release"));
        Files.copy(LAUNCHER, release.resolve("sluice"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createDirectories(release.resolve("gateway-service/target/lib"));
        Files.createFile(release.resolve("gateway-service/target/sluice-gateway.jar"));
        return release;
    }

    @Test
    void shouldSayThatMavenIsMissingWhenAModuleIsNotBuilt() throws Exception {
        final Path sources = Files.createDirectories(directory.resolve("sources"));
        Files.copy(LAUNCHER, sources.resolve("sluice"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createFile(sources.resolve("pom.xml"));
        Files.createDirectory(sources.resolve("gateway-service"));
        final Path commands = Files.createDirectory(directory.resolve("bin"));
        for (final String command : List.of("dirname", "sed", "head", "find")) {
            script(commands.resolve(command), "exec " + programOnPath(command) + " \"$@\"");
        }
        final Map<String, String> environment =
                Map.of("JAVA_HOME", javaHome("17.0.1").toString(), "PATH", commands.toString());
        final Child ended = start(sources.resolve("sluice"), environment, "run");
        assertEquals(1, ended.status());
        assertTrue(ended.said().contains("gateway-service is not built yet, and there is no Maven"), ended::said);
    }

    @Test
    void shouldCountTheModulesOfABuildAndBuildNoneOfThemForAnotherCommand() throws Exception {
        final Path sources = Files.createDirectories(directory.toRealPath().resolve("sources"));
        Files.copy(LAUNCHER, sources.resolve("sluice"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createFile(sources.resolve("pom.xml"));
        Files.createDirectory(sources.resolve("gateway-service"));
        Files.createDirectory(sources.resolve("examples"));
        final Path commands = Files.createDirectory(directory.resolve("bin"));
        // Maven leaves a jar alone whose classes did not change.
        script(commands.resolve("mvn"), """
                cd "$(dirname "$4")"
                echo '[INFO] Building Sluice examples 0.1.0                        [8/8]'
                for part in gateway-api gateway-service replay-tool build/test-support examples; do
                    mkdir -p $part/target/lib
                done
                touch -t 202001010000 gateway-service/target/sluice-gateway.jar examples/target/sluice-examples.jar
                """);
        final String path = commands + File.pathSeparator + System.getenv("PATH");
        final Map<String, String> environment =
                Map.of("JAVA_HOME", javaHome("17.0.1").toString(), "PATH", path);
        final Child first = start(sources.resolve("sluice"), environment, "demo");
        final List<String> said = first.said().lines().toList();
        assertEquals("sluice: building examples (first run, some minutes)", said.get(0));
        assertEquals("sluice: building 8 of 8: Sluice examples", said.get(1));
        final Child second = start(sources.resolve("sluice"), environment, "check");
        assertEquals(PREPARING, second.said().lines().findFirst().orElseThrow());
    }

    private static Path programOnPath(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name + " is not on the PATH"));
    }

    /** A Java that tells a version, and otherwise prints what it was started with. */
    private Path javaHome(String version) throws IOException {
        final Path home = directory.resolve("java-" + version);
        final Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        script(
                java,
                "[ \"$1\" != -version ] || { echo 'openjdk version \"" + version + "\"' >&2; exit 0; }\n"
                        + "printf '%s\\n' \"$@\" \"in $(pwd -P)\"");
        return home;
    }

    private static void script(Path path, String commands) throws IOException {
        Files.writeString(path, "#!/bin/sh\n" + commands + "\n");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Child launch(Map<String, String> environment, String... arguments) throws Exception {
        return start(LAUNCHER, environment, arguments);
    }

    private Child start(Path launcher, Map<String, String> environment, String... arguments) throws Exception {
        return Program.of(Stream.concat(Stream.of(launcher.toString()), Stream.of(arguments))
                        .toList())
                .in(directory)
                .without("SLUICE_JAVA_OPTS")
                .with(environment)
                .run();
    }
}
