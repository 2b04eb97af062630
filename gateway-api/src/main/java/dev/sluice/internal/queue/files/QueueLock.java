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
 * The write lock of a Chronicle queue, a word of memory that processes share. Chronicle's own names a process id, and is taken
 * away when no such process is seen: from one that is only in another container. So Chronicle is given this in its place: the
 * word names an owner, and whether that one has ended is asked of the owner's lock on a file, which the kernel keeps.
 *
 * <p>One for each queue that is opened. Any thread.
 */
public final class QueueLock {

    /** Decides whose the word is. */
    public interface Owner {

        /** Returns the mark of this process in the word while it is inside; positive, and no other process has the same. */
        long mark();

        /** Puts its own mark in the place of that one if who wrote that has ended. */
        boolean takeOver(LongValue word, long mark);

        /** Clears what a process left that ended inside; called while this one is inside. */
        void tidy();

        /** The process of that mark, for people. */
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
            // whoever keeps the others out has done so
        }

        @Override
        public String name(long mark) {
            return new ProcessName(mark, ProcessName.SELF.namespace()).toString();
        }
    };

    private static final Logger LOG = LoggerFactory.getLogger(QueueLock.class);

    /** How long others may take for their turns, on a machine with much else to do. */
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Chronicle's name in its table. */
    static final String NAME = "chronicle.write.lock";

    static final long OPEN = AbstractTSQueueLock.UNLOCKED;

    /** To look whether an owner has ended is a call to the system. */
    private static final long BETWEEN_LOOKS_NANOS = 20_000_000;

    private static final long PAUSE_NANOS = 100_000;

    private final Path queue;
    private volatile Owner owner;
    private volatile LongValue word;
    private volatile long looked;

    public QueueLock(Path queue) {
        this.queue = queue;
    }

    /** The lock of a queue that no other process can have. */
    public static QueueLock alone(Path queue) {
        final QueueLock lock = new QueueLock(queue);
        lock.owner = ALONE;
        return lock;
    }

    /** Names the owner of the lock: before, nobody can take it here. */
    public void belongsTo(Owner whose) {
        owner = whose;
    }

    /** Names this process the owner, whose lock on a file keeps all others out: a process that is inside has ended. */
    public void belongsToThisProcessAlone() {
        belongsTo(ALONE);
        openIfLeft(mark -> true);
    }

    /** Returns the word that Chronicle gets in the place of that one of its table. */
    LongValue over(LongValue shared) {
        word = shared;
        return new View(shared);
    }

    /** Runs something while nobody is inside. */
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

    /** Opens it if what is in it was left by one that has ended. */
    public void openIfLeft(LongPredicate ended) {
        final long mark = word.getVolatileValue();
        if (mark != OPEN && ended.test(mark) && word.compareAndSwapValue(mark, OPEN)) {
            say(mark);
        }
    }

    /** Says why the lock could not be taken for so long. */
    public String notFree(Duration patience) {
        final long mark = word.getVolatileValue();
        return "the queue " + queue + " did not become free to write to for " + patience.toSeconds() + " s: "
                + (mark == OPEN ? "another process" : owner.name(mark))
                + " was in the middle of a write, and is stopped or very slow; let it go on or end it. Nothing was written";
    }

    private Owner owner() {
        final Owner whose = owner;
        if (whose == null) {
            throw new IllegalStateException(queue + " is open to be read: nobody here may write to it");
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

    /** The word as Chronicle sees it: open, or held by this process, which it knows to live. */
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
