package dev.sluice.testsupport;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/**
 * Builds the command for a child JVM with the class path of this JVM. The child may access the same internals of the JDK as this
 * JVM. The options of this JVM, or the manifest of its jar, tell which internals these are.
 */
public final class JavaCommand {

    private static final int RELEASE_WITH_UNSAFE_WARNING = 24;

    /**
     * Selects the simple logger. The class path of a build also contains Logback, because the gateway's jar needs it for JSON
     * logs.
     */
    public static final List<String> LOG =
            List.of("-Dslf4j.provider=org.slf4j.simple.SimpleServiceProvider", "-Dslf4j.internal.verbosity=WARN");

    /**
     * The options with the class-data archive of this JVM, if the launcher has set them. With these options, another JVM with the
     * same class path starts faster.
     */
    public static final List<String> SHARED_CLASSES = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(option -> option.startsWith("-XX:SharedArchiveFile=") || option.startsWith("-Xlog:cds"))
            .toList();

    private static final List<String> INHERITED =
            List.of("--add-", "--enable-native-access", "-XX:TieredStopAtLevel", "-XX:+UseSerialGC");

    private JavaCommand() {}

    /** Returns the command that starts a JVM with the given options; a main class and its arguments follow. */
    public static List<String> of(List<String> options) throws IOException {
        return of(options, access());
    }

    /** Returns the command that starts a JVM without access to internals. */
    static List<String> bare(List<String> options) throws IOException {
        return of(
                options,
                access().stream().filter(option -> !option.startsWith("--")).toList());
    }

    private static List<String> of(List<String> options, List<String> inherited) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(inherited);
        command.addAll(LOG);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(options);
        return command;
    }

    /** Returns the options that give another JVM this JVM's access to JDK internals, its compiler and its garbage collector. */
    public static List<String> access() throws IOException {
        final List<String> options = new ArrayList<>();
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> INHERITED.stream().anyMatch(option::startsWith))
                .forEach(options::add);
        addManifestOptions(options);
        if (Runtime.version().feature() >= RELEASE_WITH_UNSAFE_WARNING) {
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        return options;
    }

    private static void addManifestOptions(List<String> command) throws IOException {
        final URL own = JavaCommand.class.getProtectionDomain().getCodeSource().getLocation();
        if (!own.getPath().endsWith(".jar")) {
            return;
        }
        try (InputStream stream = new URL("jar:" + own + "!/META-INF/MANIFEST.MF").openStream()) {
            final Attributes manifest = new Manifest(stream).getMainAttributes();
            addEach(command, "--add-exports", manifest.getValue("Add-Exports"));
            addEach(command, "--add-opens", manifest.getValue("Add-Opens"));
            if (Runtime.version().feature() >= RELEASE_WITH_UNSAFE_WARNING) {
                command.add("--enable-native-access=ALL-UNNAMED");
            }
        }
    }

    private static void addEach(List<String> command, String option, String packages) {
        if (packages != null) {
            for (final String name : packages.split(" ")) {
                command.add(option + "=" + name + "=ALL-UNNAMED");
            }
        }
    }
}
