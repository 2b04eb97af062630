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
 * A file that is read and replaced as a whole. It is small as it is written: one that was damaged or forged may be as large as
 * the disk. It is on disk when it was replaced: a kill or a power cut leaves it or the one before.
 */
public final class SmallFile {

    private static final int MOST_BYTES = 8 << 20;

    private SmallFile() {}

    /**
     * Returns the file's text; bytes that are no text in that encoding are replaced.
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

    /** Replaces that file, or makes it. One process at a time. */
    public static void replace(Path path, byte[] content) throws IOException {
        replace(path, path.resolveSibling("." + path.getFileName() + ".new"), content);
    }

    /** Replaces that file, or makes it, while other processes may do so: the last one's is there. A kill may leave a hidden file. */
    public static void replaceAmongOthers(Path path, byte[] content) throws IOException {
        final Path unfinished = path.resolveSibling("." + path.getFileName() + "." + UUID.randomUUID() + ".new");
        try {
            replace(path, unfinished, content);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static void replace(Path path, Path unfinished, byte[] content) throws IOException {
        // No channel: one that is interrupted closes itself, and who is interrupted may still have to note something.
        try (FileOutputStream stream = new FileOutputStream(unfinished.toFile())) {
            stream.write(content);
            stream.getFD().sync();
        }
        moveTo(unfinished, path);
    }

    /** Gives a file beside it, whose content is on disk, that name. */
    public static void moveTo(Path unfinished, Path path) throws IOException {
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
        RollFileSync.force(path.getParent());
    }

    /** Deletes that file, if it is there. */
    public static void delete(Path path) throws IOException {
        if (Files.deleteIfExists(path)) {
            RollFileSync.force(path.getParent());
        }
    }
}
