package dev.sluice.queue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongPredicate;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.queue.impl.TableStore;
import net.openhft.chronicle.queue.impl.table.AbstractTSQueueLock;
import net.openhft.chronicle.queue.impl.table.Metadata;
import net.openhft.chronicle.queue.impl.table.SingleTableBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The write lock of a Chronicle queue whose holder was killed. It knows only a process id, which a restart in a
 * container has again: so whether it is stale is decided by our own locks, not by it.
 */
final class StaleWriteLock {

    private static final Logger LOG = LoggerFactory.getLogger(StaleWriteLock.class);
    private static final String WRITE_LOCK = "chronicle.write.lock";

    private StaleWriteLock() {}

    /** Opens the lock of that queue if the process id of its holder is one of the given. */
    static void clear(Path queue, LongPredicate holder) {
        final Path table = queue.resolve(QueueDirectory.TABLE);
        if (Files.notExists(table)) {
            return;
        }
        ChronicleErrors.translate(queue, () -> clear(queue, table, holder));
    }

    private static boolean clear(Path queue, Path table, LongPredicate holder) {
        try (TableStore<Metadata.NoMeta> store = SingleTableBuilder.binary(table, Metadata.NoMeta.INSTANCE)
                        .readOnly(false)
                        .build();
                LongValue lock = store.doWithExclusiveLock(values -> values.acquireValueFor(WRITE_LOCK))) {
            final long held = lock.getVolatileValue();
            final int pid = (int) held;
            if (held != AbstractTSQueueLock.UNLOCKED
                    && holder.test(pid)
                    && lock.compareAndSwapValue(held, AbstractTSQueueLock.UNLOCKED)) {
                LOG.info("{}: opened the write lock that process {} left when it was killed", queue, pid);
                return true;
            }
            return false;
        }
    }
}
