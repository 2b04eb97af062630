package dev.sluice.replay.export;

import dev.sluice.queue.RecordedDocument;
import dev.sluice.wire.Decoder;
import dev.sluice.wire.Encoder;
import java.util.ArrayList;
import java.util.List;

/**
 * A document in an export file.
 *
 * @param input whether it stood in the input; otherwise in the output
 */
record Entry(boolean input, RecordedDocument document) {

    private static final int REQUEST = 1;
    private static final int RESULT = 2;
    private static final int UNREADABLE = 2;
    private static final int HEAD = 1 + Long.BYTES;

    /** Appends it to a block. */
    void encode(Encoder block) {
        final boolean readable = document.unreadable().isEmpty();
        final int start = block.size();
        block.putInt(0)
                .putByte((input ? REQUEST : RESULT) + (readable ? 0 : UNREADABLE))
                .putLong(document.index())
                .putLong(document.answers())
                .putByte(document.times().size());
        document.times().forEach(block::putLong);
        block.putText(readable ? document.event() : document.unreadable()).putBytes(document.bytes());
        block.setInt(start, block.size() - start - Integer.BYTES);
    }

    /** Where one stands in a block, and of which queue it is; the rest is decoded when it is wanted. */
    static final class Place {
        private final Decoder decoder = new Decoder();
        private int end;
        private int kind;
        private long index;

        /** Goes to the next; throws {@link dev.sluice.wire.WireFormatException} if there is none. */
        void read(Decoder block, byte[] bytes) {
            final int length = block.getLength();
            final int at = block.position();
            block.skip(length);
            end = at + length;
            decoder.wrap(bytes, at, length);
            kind = decoder.getByte();
            index = decoder.getLong();
            if (length < HEAD || kind < REQUEST || kind > RESULT + UNREADABLE) {
                throw new dev.sluice.wire.WireFormatException("an entry of kind " + kind);
            }
        }

        boolean isInput() {
            return kind % 2 == REQUEST;
        }

        long index() {
            return index;
        }

        RecordedDocument document() {
            final long answers = decoder.getLong();
            final int count = decoder.getByte() & 0xFF;
            final List<Long> times = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                times.add(decoder.getLong());
            }
            final String word = decoder.getText();
            final byte[] bytes = decoder.getBytes(end - decoder.position());
            final boolean readable = kind <= RESULT;
            return new RecordedDocument(index, times, answers, readable ? "" : word, readable ? word : "", bytes);
        }
    }
}
