package dev.sluice.queue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongPredicate;
import net.openhft.chronicle.queue.impl.TableStore;
import net.openhft.chronicle.queue.impl.single.TableStoreWriteLock;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;
import net.openhft.chronicle.threads.BusyTimedPauser;

/**
 * The write lock of a Chronicle queue whose holder was killed. It knows only a process id, which a restart in a
 * container has again: so whether it is stale is decided by our own locks, not by it.
 */
final class StaleWriteLock {

    private StaleWriteLock() {}

    /** Opens the lock of that queue if its holder's process id is one of the given. */
    static void clear(Path queue, LongPredicate holder) {
        final File table = queue.resolve("metadata.cq4t").toFile();
        if (Files.notExists(table.toPath())) {
            return;
        }
        try (TableStore<Metadata.NoMeta> store = SingleTableBuilder.binary(table, Metadata.NoMeta.INSTANCE)
                        .readOnly(false)
                        .build();
                TableStoreWriteLock lock = new TableStoreWriteLock(store, BusyTimedPauser::new, 0L)) {
            if (lock.locked() && holder.test((int) lock.lockedBy())) {
                lock.forceUnlock();
            }
        }
    }
}
