package dev.sluice.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/** A Java runtime without the JDK's tools, made by jlink of the JDK that runs the tests. */
final class Jre {

    /** The modules that runtimes of the usual builds lack; a compiler is among them. */
    private static final Set<String> TOOLS = Set.of(
            "jdk.attach",
            "jdk.compiler",
            "jdk.editpad",
            "jdk.hotspot.agent",
            "jdk.internal.ed",
            "jdk.internal.le",
            "jdk.internal.opt",
            "jdk.internal.vm.compiler",
            "jdk.internal.vm.compiler.management",
            "jdk.jartool",
            "jdk.javadoc",
            "jdk.jcmd",
            "jdk.jconsole",
            "jdk.jdeps",
            "jdk.jdi",
            "jdk.jlink",
            "jdk.jpackage",
            "jdk.jshell",
            "jdk.jstatd",
            "jdk.random",
            "jdk.unsupported.desktop");

    private Jre() {}

    static Path home() throws IOException, InterruptedException {
        final Path home = Path.of("target/jre").toAbsolutePath();
        if (Files.exists(home)) {
            return home;
        }
        final Path jdk = Path.of(System.getProperty("java.home"));
        final Path jlink = jdk.resolve("bin/jlink");
        Assumptions.assumeTrue(Files.isExecutable(jlink), "there is no jlink to make a JRE");
        final String modules = ModuleLayer.boot().modules().stream()
                .map(Module::getName)
                .filter(name -> name.startsWith("java.") || name.startsWith("jdk."))
                .filter(name -> !TOOLS.contains(name))
                .collect(Collectors.joining(","));
        final Path unfinished =
                home.resolveSibling("jre-" + ProcessHandle.current().pid());
        Ran.well(
                Path.of("target").toAbsolutePath(),
                jlink.toString(),
                "--add-modules",
                modules,
                "--no-header-files",
                "--no-man-pages",
                "--output",
                unfinished.toString());
        return Files.move(unfinished, home);
    }

    /** Returns a directory with what the launcher needs of the system, to be the whole PATH: neither Java nor Maven. */
    static Path commands() throws IOException {
        final Path commands = Files.createDirectories(Path.of("target/commands").toAbsolutePath());
        for (final String command :
                List.of("sh", "dirname", "readlink", "sed", "head", "find", "mktemp", "mv", "rm", "id")) {
            final Path link = commands.resolve(command);
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, program(command));
        }
        return commands;
    }

    private static Path program(String name) {
        for (final String directory : System.getenv("PATH").split(":")) {
            final Path program = Path.of(directory, name);
            if (Files.isExecutable(program)) {
                return program;
            }
        }
        throw new IllegalStateException(name + " is not on the PATH");
    }
}
