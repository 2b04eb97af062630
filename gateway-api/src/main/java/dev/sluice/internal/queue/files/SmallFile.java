package dev.sluice.internal.queue.files;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * Reads and replaces small files as a whole. Reading has a size limit, because a damaged or forged file may be as large as the
 * disk. A replaced file is forced to disk. So a kill or a power cut leaves either the old content or the new content.
 */
public final class SmallFile {

    private static final int MOST_BYTES = 8 << 20;

    private SmallFile() {}

    /**
     * Returns the text of a file. Bytes that are invalid in the encoding are replaced.
     *
     * @throws IOException if the file cannot be read, or is larger than 8 MB
     */
    public static String text(Path path, Charset encoding) throws IOException {
        try (InputStream file = Files.newInputStream(path)) {
            final byte[] bytes = file.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException(
                        "it has more than 8 MB, more than any file of its kind: bring it back from a copy");
            }
            return new String(bytes, encoding);
        }
    }

    /** Replaces or creates a file. Only one process at a time may do this. */
    public static void replace(Path path, byte[] content) throws IOException {
        replace(path, path.resolveSibling("." + path.getFileName() + ".new"), content);
    }

    /**
     * Replaces or creates a file, even if other processes replace it at the same time: the last process wins. A kill may leave a
     * hidden file.
     */
    public static void replaceAmongOthers(Path path, byte[] content) throws IOException {
        final Path unfinished = path.resolveSibling("." + path.getFileName() + "." + UUID.randomUUID() + ".new");
        try {
            replace(path, unfinished, content);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static void replace(Path path, Path unfinished, byte[] content) throws IOException {
        // A FileChannel would be closed if the thread is interrupted, but an interrupted thread must be able to write.
        try (FileOutputStream stream = new FileOutputStream(unfinished.toFile())) {
            stream.write(content);
            stream.getFD().sync();
        }
        moveTo(unfinished, path);
    }

    /** Renames a finished file to {@code path}, in the same directory. The file's content must already be on disk. */
    public static void moveTo(Path unfinished, Path path) throws IOException {
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
        RollFileSync.force(path.getParent());
    }

    /** Deletes a file if it exists. */
    public static void delete(Path path) throws IOException {
        if (Files.deleteIfExists(path)) {
            RollFileSync.force(path.getParent());
        }
    }
}
