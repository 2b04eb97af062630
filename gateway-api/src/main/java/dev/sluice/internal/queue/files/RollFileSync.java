package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes what was written survive a power cut, over roll boundaries too: Chronicle's own sync knows the current block of
 * the current file only. Remembers the files written since the last sync, and forces each of them; a file that is new
 * here takes its directory and the queue's table with it.
 */
public final class RollFileSync {

    private final Path directory;
    private final Set<File> unsynced = new LinkedHashSet<>();
    private int cycle = Integer.MIN_VALUE;
    private File current;
    private boolean rolled;

    public RollFileSync(Path directory) {
        this.directory = directory;
    }

    /** Whether a message written to that cycle goes to another file than the one before. */
    public boolean rolls(int writtenCycle) {
        return writtenCycle != cycle;
    }

    /** A message went to that file, which is another than before; the one before got its end mark. */
    public void rolledTo(int writtenCycle, File file) {
        if (current != null) {
            unsynced.add(current);
        }
        forgetDeleted();
        cycle = writtenCycle;
        current = file;
        rolled = true;
    }

    /** Whoever never syncs remembers no more files than there are: the oldest are deleted first. */
    private void forgetDeleted() {
        final Iterator<File> oldest = unsynced.iterator();
        while (oldest.hasNext() && !oldest.next().exists()) {
            oldest.remove();
        }
    }

    /** The next sync forces these, too: an earlier process may have written to them without. */
    public void alsoForce(List<Path> files) {
        files.forEach(file -> unsynced.add(file.toFile()));
        rolled |= !files.isEmpty();
    }

    /** Forces everything written until now to disk. */
    public void sync() {
        take().run();
    }

    /** Takes over what {@link #sync} would do now, for any thread to run. */
    public Runnable take() {
        final Set<File> files = pending();
        final boolean namesToo = rolled;
        unsynced.clear();
        rolled = false;
        return () -> {
            for (final File file : files) {
                force(file.toPath());
            }
            if (namesToo) {
                force(directory.resolve(QueueTable.FILE));
                force(directory);
            }
        };
    }

    /** The files that the next sync forces. */
    public Set<File> pending() {
        final Set<File> pending = new LinkedHashSet<>(unsynced);
        if (current != null) {
            pending.add(current);
        }
        return pending;
    }

    /** Forces one file or directory; one that was deleted since needs none. */
    public static void force(Path path) {
        final StandardOpenOption mode = Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
        // A channel closes itself under an interrupted thread; what was accepted is synced all the same.
        final boolean interrupted = Thread.interrupted();
        try (FileChannel channel = FileChannel.open(path, mode)) {
            channel.force(true);
        } catch (final NoSuchFileException e) {
            // Deleted since.
        } catch (final IOException e) {
            throw new QueueException("cannot sync " + path + " to disk: " + e.getMessage(), e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
