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
 * Forces written messages to disk, so that they survive a power cut. Chronicle's own sync covers only the current block of the
 * current file, but messages may be in earlier files, too. So this class remembers all files written since the last sync, and
 * forces each of them to disk. If a new file was begun, the next sync also forces the directory and Chronicle's table of the
 * queue to disk.
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

    /** Whether a message of this cycle goes to another file than the previous message. */
    public boolean rolls(int writtenCycle) {
        return writtenCycle != cycle;
    }

    /**
     * Called when messages go to a new file. The previous file now has its end mark, so the next sync also forces the previous
     * file.
     */
    public void rolledTo(int writtenCycle, File file) {
        if (current != null) {
            unsynced.add(current);
        }
        forgetDeleted();
        cycle = writtenCycle;
        current = file;
        rolled = true;
    }

    /**
     * Forgets deleted files, the oldest first. Otherwise, if sync is never called, the number of remembered files would grow
     * without limit.
     */
    private void forgetDeleted() {
        final Iterator<File> oldest = unsynced.iterator();
        while (oldest.hasNext() && !oldest.next().exists()) {
            oldest.remove();
        }
    }

    /** Adds files to the next sync, because an earlier process may have written to them without a sync. */
    public void alsoForce(List<Path> files) {
        files.forEach(file -> unsynced.add(file.toFile()));
        rolled |= !files.isEmpty();
    }

    /** Makes everything written so far survive a power cut. */
    public void sync() {
        take().run();
    }

    /**
     * Returns the work of {@link #sync} as a task that any thread can run. This object regards the files of the task as synced
     * from now on.
     */
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

    /** Returns the files that the next sync forces. */
    public Set<File> pending() {
        final Set<File> pending = new LinkedHashSet<>(unsynced);
        if (current != null) {
            pending.add(current);
        }
        return pending;
    }

    /** Forces a file or directory to disk; does nothing if the path does not exist. */
    public static void force(Path path) {
        final StandardOpenOption mode = Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
        // An interrupt would close the channel, but accepted messages must be forced to disk nevertheless.
        final boolean interrupted = Thread.interrupted();
        try (FileChannel channel = FileChannel.open(path, mode)) {
            channel.force(true);
        } catch (final NoSuchFileException e) {
            // The file was deleted, so there is nothing to force.
        } catch (final IOException e) {
            throw new QueueException("cannot sync " + path + " to disk: " + e.getMessage(), e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
