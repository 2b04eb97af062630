package dev.sluice.examples;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A Java installation on this machine.
 *
 * @param release 17, say
 * @param home what JAVA_HOME would be
 */
record InstalledJava(int release, Path home) {

    private static final int OLDEST = 17;

    /** This JVM's, and one for each other release from 17 on that is found where installers put them. */
    static List<InstalledJava> all() throws IOException {
        final Map<Integer, InstalledJava> found = new TreeMap<>();
        for (final Path home : homes()) {
            at(home).filter(java -> java.release >= OLDEST).ifPresent(java -> found.putIfAbsent(java.release, java));
        }
        return List.copyOf(found.values());
    }

    private static List<Path> homes() throws IOException {
        final List<Path> homes = new ArrayList<>();
        homes.add(Path.of(System.getProperty("java.home")));
        System.getenv().forEach((name, value) -> {
            if (name.startsWith("JAVA_HOME")) {
                homes.add(Path.of(value));
            }
        });
        final Path user = Path.of(System.getProperty("user.home"));
        for (final Path place : List.of(
                Path.of("/usr/lib/jvm"),
                Path.of("/opt/java"),
                user.resolve(".sdkman/candidates/java"),
                user.resolve(".jdks"))) {
            if (Files.isDirectory(place)) {
                try (Stream<Path> installed = Files.list(place)) {
                    installed.sorted().forEach(homes::add);
                }
            }
        }
        return homes;
    }

    /** Returns the Java of a directory, by the file that says its version. */
    private static Optional<InstalledJava> at(Path home) throws IOException {
        final Path file = home.resolve("release");
        if (!Files.isRegularFile(file) || !Files.isExecutable(home.resolve("bin/java"))) {
            return Optional.empty();
        }
        final Properties properties = new Properties();
        try (InputStream stream = Files.newInputStream(file)) {
            properties.load(stream);
        }
        final String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
        final String release = version.split("[^0-9]")[0];
        return release.isEmpty() ? Optional.empty() : Optional.of(new InstalledJava(Integer.parseInt(release), home));
    }

    String command() {
        return home.resolve("bin/java").toString();
    }

    @Override
    public String toString() {
        return "Java " + release;
    }
}
