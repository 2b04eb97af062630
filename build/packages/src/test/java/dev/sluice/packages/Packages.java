package dev.sluice.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The packages that the build has made before these tests. */
final class Packages {

    private static final Path TARGET = Path.of("target").toAbsolutePath();

    private Packages() {}

    static Path archive() throws IOException {
        return one("sluice-[0-9].*\\.tar\\.gz");
    }

    static Path image() throws IOException {
        return one("sluice-.*-image\\.tar");
    }

    static Path debian() throws IOException {
        return one("sluice_.*_all\\.deb");
    }

    private static Path one(String name) throws IOException {
        try (Stream<Path> files = Files.list(TARGET)) {
            final List<Path> found = files.filter(
                            file -> file.getFileName().toString().matches(name))
                    .toList();
            if (found.size() != 1) {
                throw new AssertionError(found + " in place of one file " + name + ": build from clean");
            }
            return found.get(0);
        }
    }
}
