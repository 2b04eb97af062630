package dev.sluice.replay;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The lines of a gzip file, read by nothing of ours. */
final class GzipLines {

    private GzipLines() {}

    static List<String> lines(Path file) throws IOException {
        return new String(bytes(file), StandardCharsets.UTF_8).lines().toList();
    }

    static byte[] bytes(Path file) throws IOException {
        try (GZIPInputStream stream = new GZIPInputStream(Files.newInputStream(file))) {
            return stream.readAllBytes();
        }
    }

    static void write(Path file, String text) throws IOException {
        try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(file))) {
            stream.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
