package dev.sluice.internal.queue.files;

import java.io.File;
import java.util.function.Function;
import net.openhft.chronicle.bytes.MappedBytes;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.queue.impl.TableStore;
import net.openhft.chronicle.queue.impl.single.SCQMeta;
import net.openhft.chronicle.queue.impl.table.TableStoreIterator;
import net.openhft.chronicle.wire.WireOut;
import net.openhft.chronicle.wire.WireType;

/** Chronicle's table of a queue, with our lock in the place of its own. */
final class QueueTableStore implements TableStore<SCQMeta> {

    private final TableStore<SCQMeta> table;
    private final QueueLock lock;

    QueueTableStore(TableStore<SCQMeta> table, QueueLock lock) {
        this.table = table;
        this.lock = lock;
    }

    @Override
    public LongValue acquireValueFor(CharSequence key, long initial) {
        final LongValue value = table.acquireValueFor(key, initial);
        return QueueLock.NAME.contentEquals(key) ? lock.over(value) : value;
    }

    @Override
    public <R> R doWithExclusiveLock(Function<TableStore<SCQMeta>, ? extends R> code) {
        return table.doWithExclusiveLock(raw -> code.apply(this));
    }

    @Override
    public <A> void forEachKey(A accumulator, TableStoreIterator<A> iterator) {
        table.forEachKey(accumulator, iterator);
    }

    @Override
    public SCQMeta metadata() {
        return table.metadata();
    }

    @Override
    public boolean readOnly() {
        return table.readOnly();
    }

    @Override
    public File file() {
        return table.file();
    }

    @Override
    public MappedBytes bytes() {
        return table.bytes();
    }

    @Override
    public String dump(WireType type) {
        return table.dump(type);
    }

    @Override
    public void writeMarshallable(WireOut wire) {
        table.writeMarshallable(wire);
    }

    @Override
    public void throwExceptionIfClosed() {
        table.throwExceptionIfClosed();
    }

    @Override
    public boolean isClosing() {
        return table.isClosing();
    }

    @Override
    public boolean isClosed() {
        return table.isClosed();
    }

    @Override
    public void close() {
        table.close();
    }
}
