package dev.sluice.faults.kill;

import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory. Its backup, and the content that was put aside, are directories beside it. */
public record RestorableDirectory(Path directory) implements Restorable {

    @Override
    public void backUp() throws IOException {
        Trees.delete(backup());
        Trees.copy(directory, backup());
    }

    @Override
    public void setBack() throws IOException {
        Trees.delete(aside());
        // The directory is moved and not copied, so that files that this process has mapped are the same after putBack.
        Files.move(directory, aside());
        Trees.copy(backup(), directory);
    }

    @Override
    public void putBack() throws IOException {
        Trees.delete(directory);
        Files.move(aside(), directory);
    }

    private Path backup() {
        return directory.resolveSibling(directory.getFileName() + "-backup");
    }

    private Path aside() {
        return directory.resolveSibling(directory.getFileName() + "-aside");
    }
}
