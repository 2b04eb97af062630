package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.table.AbstractTSQueueLock;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/**
 * Chronicle's table of a queue. It contains a description of the queue, followed by one document for each lock and each number
 * that processes share, and no messages. If the table is damaged, or a kill left it half-written, Chronicle waits for ever.
 */
public final class QueueTable {

    /** The name of the table's file in the queue's directory. */
    public static final String FILE = "metadata.cq4t";

    private static final int READ = 16 << 10;
    private static final int LARGEST = 256;
    private static final int EVENT = 0xB9;
    private static final long UNLOCKED = AbstractTSQueueLock.UNLOCKED;

    /** The number of attempts to read a complete table. Other processes may be adding entries to the table. */
    private static final int ATTEMPTS = 500;

    private static final long PAUSE_NANOS = 1_000_000;

    private final Path path;

    public QueueTable(Path queue) {
        path = queue.resolve(FILE);
    }

    /**
     * Creates the table as a file of zeros, which Chronicle fills later. This allocates the disk space now. Otherwise, on a full
     * disk, Chronicle would notice the lack of space only when it writes to the mapped file.
     */
    public void allocate() throws IOException {
        Files.write(path, new byte[READ], StandardOpenOption.CREATE_NEW);
    }

    /**
     * Returns the checksum of the queue's description, which never changes. Returns 0 as long as the description's header, which
     * is written last, is missing.
     */
    public int checksum() {
        final ByteBuffer table = read();
        final int length = table.getInt(0) ^ QueueTableHeader.META_DATA;
        final CRC32C crc = new CRC32C();
        if (length > 0 && length < READ - Integer.BYTES) {
            crc.update(table.slice(Integer.BYTES, length));
        }
        return (int) crc.getValue();
    }

    /**
     * Checks that Chronicle can open the table, and that Chronicle itself wrote the description. Otherwise Chronicle might create
     * objects of any class from the description.
     *
     * @param sourceId the source id of the queue
     * @throws QueueException if the table is damaged; the message says what to do
     */
    public void check(RollCycle cycle, int sourceId) {
        boolean whole = isWhole(read());
        for (int i = 0; !whole && i < ATTEMPTS; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            whole = isWhole(read());
        }
        if (!whole || !QueueTableHeader.matches(read(), cycle, sourceId)) {
            throw new QueueException(path + " was damaged, or left half made by a process that was killed, so the queue"
                    + " cannot be opened: stop every process that uses " + path.getParent()
                    + " and delete that one file, which holds no message; the next start makes it anew");
        }
    }

    private static boolean isWhole(ByteBuffer table) {
        int at = 0;
        for (int header = table.getInt(0); header != 0; header = table.getInt(at)) {
            final int length = at == 0 ? header ^ QueueTableHeader.META_DATA : header;
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

    /** Whether every entry is as Chronicle writes it, and no lock names an impossible process. Does not wait. */
    public boolean isAsMade(int checksum) {
        final ByteBuffer table = read();
        if (!isWhole(table) || checksum() != checksum || !entries(table).allMatch(Entry::isOfChronicle)) {
            return false;
        }
        final Bytes<byte[]> made = Bytes.allocateElasticOnHeap(READ);
        made.write(table.array(), 0, behind(table, 0));
        entries(table).forEach(entry -> entry.make(made));
        return Arrays.equals(table.array(), Arrays.copyOf(made.toByteArray(), READ));
    }

    /** Returns the newest or the oldest cycle according to the table; empty if the table does not contain it. */
    public OptionalLong listed(String which) {
        return entries(read())
                .filter(entry -> entry.name.equals("listing." + which))
                .mapToLong(Entry::value)
                .findFirst();
    }

    private static Stream<Entry> entries(ByteBuffer table) {
        return IntStream.iterate(behind(table, 0), at -> table.getInt(at) > 0, at -> behind(table, at))
                .mapToObj(at -> Entry.at(table, at));
    }

    private static int behind(ByteBuffer table, int at) {
        return at + Integer.BYTES + ((table.getInt(at) & ~QueueTableHeader.META_DATA) + 3 & ~3);
    }

    /** A shared lock or number in the table. */
    private record Entry(String name, long value) {

        static Entry at(ByteBuffer table, int at) {
            final int length = table.getInt(at);
            final int name = at + Integer.BYTES + 2;
            return new Entry(
                    new String(
                            table.array(),
                            name,
                            Math.min(table.get(name - 1) & 0xFF, length),
                            StandardCharsets.ISO_8859_1),
                    table.getLong(at + Integer.BYTES + length - Long.BYTES));
        }

        boolean isOfChronicle() {
            return switch (name) {
                case QueueLock.NAME -> value == UNLOCKED || value > 0 && (int) value > 0;
                case "chronicle.append.lock" -> value == UNLOCKED;
                default ->
                    name.matches("[A-Za-z.]{1,99}|index\\.[ -~]{1,99}"); // the positions of Chronicle's named tailers
            };
        }

        /** Appends the entry as Chronicle writes it. */
        void make(Bytes<byte[]> table) {
            final long at = table.writePosition();
            table.writeInt(0);
            WireType.BINARY_LIGHT.apply(table).writeEventName(name).int64forBinding(value);
            table.writeInt(at, (int) (table.writePosition() - at) - Integer.BYTES);
        }
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

    /**
     * The first document of the table. All input queues with the same roll cycle have the same document, and so do all output
     * queues with the same roll cycle. Chronicle would create objects of any class that this document names. Therefore the
     * document is first compared with the expected document.
     */
    private static final class QueueTableHeader {

        /** The bit in a document's length which says that the document is not a message. */
        static final int META_DATA = 0x4000_0000;

        private QueueTableHeader() {}

        /** Whether the table begins with the expected document. */
        static boolean matches(ByteBuffer table, RollCycle cycle, int sourceId) {
            final byte[] expected = expected(cycle, sourceId);
            return table.getInt(0) == (META_DATA | expected.length)
                    && table.slice(Integer.BYTES, expected.length).equals(ByteBuffer.wrap(expected));
        }

        private static byte[] expected(RollCycle cycle, int sourceId) {
            final Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
            final Wire wire = WireType.BINARY_LIGHT.apply(bytes);
            wire.writeEventName("header").typePrefix("STStore").marshallable(table -> {
                table.write("wireType").typePrefix("WireType").text(WireType.BINARY_LIGHT.name());
                table.write("metadata").typePrefix("SCQMeta").marshallable(queue -> {
                    queue.write("roll").typePrefix("SCQSRoll").marshallable(roll -> {
                        roll.write("length").int32(cycle.lengthInMillis());
                        roll.write("format").text(cycle.format());
                        roll.write("epoch").int64(0);
                    });
                    queue.write("sourceId").int32(sourceId);
                });
                table.writeAlignTo(Integer.BYTES, 0);
            });
            return bytes.toByteArray();
        }
    }
}
