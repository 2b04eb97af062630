package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.queue.impl.table.AbstractTSQueueLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The write lock of a Chronicle queue, a word of memory that processes share. Chronicle's own lock stores a process id in the
 * word. If Chronicle finds no process with this id, it takes the lock over, even from a live process in another container. So
 * this class replaces Chronicle's lock. Here the word contains the mark of an owner, a number that identifies the owner's
 * process. The owner also holds a file lock, which the kernel releases when the owner's process ends. So if the file lock is
 * free, the owner has ended.
 *
 * <p>There is one instance for each open queue. Thread-safe.
 */
public final class QueueLock {

    /** Represents this process in the word, and recognizes the marks of other processes. */
    public interface Owner {

        /**
         * Returns this process's mark, which is the value of the word while this process holds the lock. The mark is positive,
         * and no other process has it.
         */
        long mark();

        /**
         * If the process with the given mark has ended, replaces that mark by this owner's mark and returns true; otherwise
         * returns false.
         */
        boolean takeOver(LongValue word, long mark);

        /**
         * Removes the unfinished files of a process that ended while it held the lock. Called while this process holds the lock.
         */
        void tidy();

        /** Returns a description of the process with this mark, for messages. */
        String name(long mark);
    }

    private static final Owner ALONE = new Owner() {

        @Override
        public long mark() {
            return ProcessName.SELF.pid();
        }

        @Override
        public boolean takeOver(LongValue word, long mark) {
            return word.compareAndSwapValue(mark, mark());
        }

        @Override
        public void tidy() {
            // the process deleted these files when it took the file lock that excludes other processes
        }

        @Override
        public String name(long mark) {
            return new ProcessName(mark, ProcessName.SELF.namespace()).toString();
        }
    };

    private static final Logger LOG = LoggerFactory.getLogger(QueueLock.class);

    /** The limit on waiting for the lock. It is long, because the machine may be busy. */
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The name of the lock in Chronicle's table. */
    static final String NAME = "chronicle.write.lock";

    static final long OPEN = AbstractTSQueueLock.UNLOCKED;

    /** The pause between checks whether an owner has ended, because each check is a system call. */
    private static final long BETWEEN_LOOKS_NANOS = 20_000_000;

    private static final long PAUSE_NANOS = 100_000;

    private final Path queue;
    private volatile Owner owner;
    private volatile LongValue word;
    private volatile long looked;

    public QueueLock(Path queue) {
        this.queue = queue;
    }

    /** Returns a lock for a queue that no other process can open. */
    public static QueueLock alone(Path queue) {
        final QueueLock lock = new QueueLock(queue);
        lock.owner = ALONE;
        return lock;
    }

    /** Sets the owner. Until the owner is set, this process cannot take the lock. */
    public void belongsTo(Owner whose) {
        owner = whose;
    }

    /**
     * Sets this process as the only owner. The caller must hold a file lock that keeps all other processes out. So if the write
     * lock is taken, its holder has ended, and this method releases the write lock.
     */
    public void belongsToThisProcessAlone() {
        belongsTo(ALONE);
        openIfLeft(mark -> true);
    }

    /** Returns the word that Chronicle uses instead of the word in its table. */
    LongValue over(LongValue shared) {
        word = shared;
        return new View(shared);
    }

    /** Runs a task while holding the lock. */
    public void inside(Runnable task) {
        final long start = System.nanoTime();
        while (!take(word)) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new QueueException(notFree(PATIENCE));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        try {
            task.run();
        } finally {
            word.compareAndSwapValue(owner.mark(), OPEN);
        }
    }

    /**
     * Releases the lock if its holder has ended.
     *
     * @param ended whether the process with a mark has ended
     */
    public void openIfLeft(LongPredicate ended) {
        final long mark = word.getVolatileValue();
        if (mark != OPEN && ended.test(mark) && word.compareAndSwapValue(mark, OPEN)) {
            say(mark);
        }
    }

    /** Returns a message that says why the lock could not be taken within this time. */
    public String notFree(Duration patience) {
        final long mark = word.getVolatileValue();
        return "the queue " + queue + " did not become free to write to for " + patience.toSeconds() + " s: "
                + (mark == OPEN ? "another process" : owner.name(mark))
                + " was in the middle of a write, and is stopped or very slow; let it go on or end it. Nothing was written";
    }

    private Owner owner() {
        final Owner whose = owner;
        if (whose == null) {
            throw new IllegalStateException(queue + " is open for reading only: this process may not write to it");
        }
        return whose;
    }

    private boolean take(LongValue shared) {
        final long own = owner().mark();
        if (shared.compareAndSwapValue(OPEN, own)) {
            return true;
        }
        final long now = System.nanoTime();
        final long mark = shared.getVolatileValue();
        if (mark == OPEN || mark == own || now - looked < BETWEEN_LOOKS_NANOS) {
            return false;
        }
        looked = now;
        if (!owner.takeOver(shared, mark)) {
            return false;
        }
        say(mark);
        return tidied(shared, own);
    }

    private void say(long mark) {
        LOG.info("{}: opened the write lock that {} left when it ended", queue, owner.name(mark));
    }

    private boolean tidied(LongValue shared, long own) {
        boolean tidied = false;
        try {
            owner.tidy();
            tidied = true;
            return true;
        } finally {
            if (!tidied) {
                shared.compareAndSwapValue(own, OPEN);
            }
        }
    }

    /** The word as Chronicle sees it: either free, or held by this process. So Chronicle never considers the holder dead. */
    private final class View implements LongValue {

        private static final long SELF = Jvm.getProcessId();

        private final LongValue shared;

        private View(LongValue shared) {
            this.shared = shared;
        }

        @Override
        public long getVolatileValue() {
            return shared.getVolatileValue() == OPEN ? OPEN : SELF;
        }

        @Override
        public long getVolatileValue(long closed) {
            final long mark = shared.getVolatileValue(closed);
            return mark == OPEN || mark == closed ? mark : SELF;
        }

        @Override
        public long getValue() {
            return getVolatileValue();
        }

        @Override
        public boolean compareAndSwapValue(long expected, long value) {
            return value == OPEN ? shared.compareAndSwapValue(owner().mark(), OPEN) : expected == OPEN && take(shared);
        }

        @Override
        public void setValue(long value) {
            throw new UnsupportedOperationException("a lock is taken or given back");
        }

        @Override
        public long addValue(long delta) {
            throw new UnsupportedOperationException("a lock is taken or given back");
        }

        @Override
        public boolean isClosed() {
            return shared.isClosed();
        }

        @Override
        public void close() {
            shared.close();
        }
    }
}
