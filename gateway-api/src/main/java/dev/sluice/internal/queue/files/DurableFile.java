package dev.sluice.internal.queue.files;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A small file that is replaced as a whole, and is on disk afterwards: a kill or a power cut leaves it or the one before. */
public final class DurableFile {

    private DurableFile() {}

    /** Replaces that file, or makes it. One process at a time. */
    public static void replace(Path path, byte[] content) throws IOException {
        final Path unfinished = path.resolveSibling("." + path.getFileName() + ".new");
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
