package dev.sluice.replay.golden;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** The golden files of a release: what it wrote, for every later one to read. */
final class GoldenFiles {

    static final String QUEUES = "queues.zip";
    static final String QUEUE_LINES = "queues.jsonl";

    private static final Path ROOT = Path.of("src", "test", "resources", "golden");

    private GoldenFiles() {}

    /** That of one release. */
    static Path of(String release) {
        return ROOT.resolve(release);
    }

    /** All releases that left some. */
    static List<String> releases() throws IOException {
        try (Stream<Path> directories = Files.list(ROOT)) {
            return directories
                    .filter(Files::isDirectory)
                    .map(directory -> directory.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    static void pack(Path directory, Path zip) throws IOException {
        try (ZipOutputStream packed = new ZipOutputStream(Files.newOutputStream(zip));
                Stream<Path> all = Files.walk(directory)) {
            for (final Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                packed.putNextEntry(
                        new ZipEntry(directory.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, packed);
            }
        }
    }

    static void unpack(Path zip, Path directory) throws IOException {
        try (InputStream file = Files.newInputStream(zip);
                ZipInputStream packed = new ZipInputStream(file)) {
            for (ZipEntry entry = packed.getNextEntry(); entry != null; entry = packed.getNextEntry()) {
                final Path target = directory.resolve(entry.getName());
                Files.createDirectories(target.getParent());
                Files.copy(packed, target);
            }
        }
    }
}
