package dev.sluice.internal.queue.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that is read as a whole, and small as it is written: one that was damaged or forged may be as large as the disk. */
public final class SmallFile {

    private static final int MOST_BYTES = 8 << 20;

    private SmallFile() {}

    /**
     * What is in it; bytes that are no text in that encoding are replaced.
     *
     * @throws IOException if it cannot be read, or has more than a small file may have
     */
    public static String text(Path path, Charset encoding) throws IOException {
        try (InputStream file = Files.newInputStream(path)) {
            final byte[] bytes = file.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException(
                        "it has more than 8 MB, and a file of its kind has not: bring it back from a copy");
            }
            return new String(bytes, encoding);
        }
    }
}
