package dev.sluice.queue;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;

/**
 * Chronicle's table of a queue: what the queue is, and then a document for each lock and number that processes share.
 * Chronicle waits for ever on one that a kill left half made, or that was damaged. It holds no message.
 */
final class QueueTable {

    private static final int READ = 16 << 10;
    private static final int META_DATA = 0x4000_0000;
    private static final int LARGEST = 256;
    private static final int EVENT = 0xB9;

    /** Others may be adding to it. */
    private static final int ATTEMPTS = 500;

    private static final long PAUSE_NANOS = 1_000_000;

    private final Path path;

    QueueTable(Path queue) {
        path = queue.resolve(QueueDirectory.TABLE);
    }

    /** Whether the header, which is published last of all, is missing. */
    boolean isHalfMade() {
        return read().getInt(0) <= 0;
    }

    /** The checksum of what the queue is, which never changes. */
    int checksum() {
        final ByteBuffer table = read();
        final int length = table.getInt(0) ^ META_DATA;
        final CRC32C crc = new CRC32C();
        if (length > 0 && length < READ - Integer.BYTES) {
            crc.update(table.slice(Integer.BYTES, length));
        }
        return (int) crc.getValue();
    }

    /**
     * Checks that Chronicle can open it.
     *
     * @param checksum as it was when the queue was made
     * @throws QueueException if it cannot; the message says what to do
     */
    void check(int checksum) {
        boolean whole = isWhole();
        for (int i = 0; !whole && i < ATTEMPTS; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            whole = isWhole();
        }
        if (!whole || checksum() != checksum) {
            throw new QueueException(path + " was damaged, or left half made by a process that was killed, so the queue"
                    + " cannot be opened: stop every process that uses " + path.getParent()
                    + " and delete that one file, which holds no message; the next start makes it anew");
        }
    }

    private boolean isWhole() {
        final ByteBuffer table = read();
        int at = 0;
        for (int header = table.getInt(0); header != 0; header = table.getInt(at)) {
            final int length = at == 0 ? header ^ META_DATA : header;
            if (length <= 0 || length > LARGEST || (table.get(at + Integer.BYTES) & 0xFF) != EVENT) {
                return false;
            }
            at += Integer.BYTES + (length + 3 & ~3);
            if (at > READ - Integer.BYTES) {
                return false;
            }
        }
        return at > 0;
    }

    private ByteBuffer read() {
        try (InputStream bytes = new FileInputStream(path.toFile())) {
            final byte[] table = new byte[READ];
            bytes.readNBytes(table, 0, READ);
            return ByteBuffer.wrap(table).order(ByteOrder.LITTLE_ENDIAN);
        } catch (final IOException e) {
            throw new QueueException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }
}
