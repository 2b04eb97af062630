package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The JVM options that Chronicle needs. If some are missing, this class tells the user where to add them. */
final class JvmOptions {

    private static final String EXPORTS = "--add-exports=";
    private static final String OPENS = "--add-opens=";

    private static final String UNNAMED = "ALL-UNNAMED";

    /** The options without their last part, which is the module that gets access. */
    private static final List<String> NEEDED = List.of(
            EXPORTS + "java.base/jdk.internal.ref",
            EXPORTS + "jdk.compiler/com.sun.tools.javac.file",
            OPENS + "java.base/java.lang",
            OPENS + "java.base/java.lang.reflect",
            OPENS + "java.base/sun.nio.ch");

    /** Modules that Chronicle needs and does not require, as most of its modules are automatic. */
    private static final List<String> MODULES = List.of("jdk.unsupported", "org.slf4j");

    private JvmOptions() {}

    /** Returns all options for Chronicle in the unnamed module, as on a class path. */
    static List<String> all() {
        return NEEDED.stream().map(option -> option + "=" + UNNAMED).toList();
    }

    /**
     * Checks that no option is missing.
     *
     * @param queue the module of Chronicle Queue; if it is named, Chronicle's other modules need the options, too
     * @throws QueueException if options are missing; the message says which, and where to add them
     */
    static void check(Module queue) {
        final List<Module> users = queue.isNamed()
                ? queue.getLayer().modules().stream()
                        .filter(JvmOptions::isChronicles)
                        .sorted(Comparator.comparing(Module::getName))
                        .toList()
                : List.of(queue);
        final String target =
                queue.isNamed() ? users.stream().map(Module::getName).collect(Collectors.joining(",")) : UNNAMED;
        final List<String> missing = NEEDED.stream()
                .filter(option -> !users.stream().allMatch(user -> isGiven(option, user)))
                .map(option -> option + "=" + target)
                .collect(Collectors.toCollection(ArrayList::new));
        final String modules = MODULES.stream()
                .filter(module ->
                        queue.isNamed() && queue.getLayer().findModule(module).isEmpty())
                .collect(Collectors.joining(","));
        if (!modules.isEmpty()) {
            missing.add("--add-modules=" + modules);
        }
        if (!missing.isEmpty()) {
            throw new QueueException(message(missing, System::getProperty, System.getenv(), Path.of("/")));
        }
    }

    /**
     * Returns a message with the missing options, and with the place where to add them.
     *
     * @param property returns the value of a system property, or null
     * @param root the root of the file system
     */
    static String message(
            List<String> missing, UnaryOperator<String> property, Map<String, String> environment, Path root) {
        final boolean onClassPath = missing.stream().allMatch(option -> option.endsWith("=" + UNNAMED));
        return (onClassPath
                        ? "This JVM keeps packages closed that Chronicle Queue needs. Start it with"
                                + " 'java @config/sluice.args ...', or add these lines to its options:"
                        : "This JVM keeps packages closed that Chronicle Queue needs. Chronicle is on the module path, which"
                                + " config/sluice.args is not for. Add these lines to the JVM's options:")
                + missing.stream().map(option -> "\n  " + option).collect(Collectors.joining())
                + place(missing, property, environment, root);
    }

    private static String place(
            List<String> missing, UnaryOperator<String> property, Map<String, String> environment, Path root) {
        final String line = String.join(" ", missing);
        final String classPath = text(property, "java.class.path");
        final String command = text(property, "sun.java.command");
        if (classPath.contains("idea_rt.jar")
                || command.contains("com.intellij")
                || command.contains("org.eclipse.jdt")) {
            return "\nThis is an IDE's run: copy this into the VM options of its run configuration:\n  " + line;
        }
        if (property.apply("surefire.test.class.path") != null || classPath.contains("surefirebooter")) {
            return "\nMaven Surefire runs this: write into its <configuration> in the pom:\n  <argLine>" + line
                    + "</argLine>";
        }
        if (property.apply("org.gradle.test.worker") != null) {
            return "\nGradle runs this: write into build.gradle:\n  test { jvmArgs "
                    + missing.stream().map(option -> "'" + option + "'").collect(Collectors.joining(", ")) + " }";
        }
        if (environment.containsKey("KUBERNETES_SERVICE_HOST")
                || Files.exists(root.resolve(".dockerenv"))
                || Files.exists(root.resolve("run/.containerenv"))) {
            return "\nThis is a container: set its environment:\n  JAVA_TOOL_OPTIONS=\"" + line + "\"";
        }
        return command.split(" ")[0].endsWith(".jar")
                ? "\n'java -jar' runs this: write into the jar's manifest:\n  Add-Exports: " + names(missing, EXPORTS)
                        + "\n  Add-Opens: " + names(missing, OPENS)
                : "";
    }

    private static String text(UnaryOperator<String> property, String name) {
        final String value = property.apply(name);
        return value == null ? "" : value;
    }

    private static String names(List<String> missing, String kind) {
        return missing.stream()
                .filter(option -> option.startsWith(kind))
                .map(option -> option.substring(kind.length(), option.lastIndexOf('=')))
                .collect(Collectors.joining(" "));
    }

    private static boolean isChronicles(Module module) {
        return module.getName().startsWith("chronicle.") || module.getName().startsWith("net.openhft.");
    }

    private static boolean isGiven(String option, Module user) {
        final String[] parts = option.split("[=/]");
        return ModuleLayer.boot()
                .findModule(parts[1])
                .map(module ->
                        option.startsWith(OPENS) ? module.isOpen(parts[2], user) : module.isExported(parts[2], user))
                .orElse(true);
    }
}
