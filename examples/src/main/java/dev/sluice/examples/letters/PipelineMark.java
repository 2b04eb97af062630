package dev.sluice.examples.letters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * How far a pipeline got, in a file of its own, since a pipeline remembers nothing.
 *
 * @param lastId the contract up to which all are done
 * @param done how many that are
 * @param failed how many of them have no letter
 * @param letters the mark of the file of letters
 */
record PipelineMark(long lastId, long done, long failed, String letters) {

    private static final PipelineMark BEGIN = new PipelineMark(Long.MIN_VALUE, 0, 0, "");

    static PipelineMark read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return BEGIN;
        }
        final String[] parts = Files.readString(file).split(" ");
        return new PipelineMark(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]), parts[3]);
    }

    /** The contract after which to go on, if any is done. */
    Optional<String> lastHandled() {
        return done == 0 ? Optional.empty() : Optional.of(Long.toString(lastId));
    }

    /** Replaces the file in one step: a kill leaves the old mark or this one. */
    void write(Path file) throws IOException {
        final Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, lastId + " " + done + " " + failed + " " + letters);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
