package dev.sluice.queue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that is read as a whole, and small as it is written: one that was damaged or forged may be as large as the disk. */
public final class SmallFile {

    private static final int MOST_MEGABYTES = 8;

    private SmallFile() {}

    /**
     * What is in it; bytes that are no text in that encoding are replaced.
     *
     * @throws IOException if it cannot be read, or has more than a small file may have
     */
    public static String text(Path path, Charset encoding) throws IOException {
        try (InputStream file = Files.newInputStream(path)) {
            final byte[] bytes = file.readNBytes((MOST_MEGABYTES << 20) + 1);
            if (bytes.length > MOST_MEGABYTES << 20) {
                throw new IOException("it has more than " + MOST_MEGABYTES
                        + " MB, and a file of its kind has not: bring" + " it back from a copy");
            }
            return new String(bytes, encoding);
        }
    }
}
