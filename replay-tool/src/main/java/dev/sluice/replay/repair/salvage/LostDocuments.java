package dev.sluice.replay.repair.salvage;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.RequestWriter;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.Sources;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import net.openhft.chronicle.wire.BinaryWireCode;

/** The bytes of documents that take the places of lost ones, so that all others keep their positions. */
public final class LostDocuments {

    private static final int HISTORY = 3 + 3 + 2 + Integer.BYTES + Long.BYTES + 1 + 3 * Long.BYTES;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private LostDocuments() {}

    /** For a request: it is none, so a gateway answers it as failed. */
    public static byte[] request() {
        return Documents.lost("lost when the queue was damaged");
    }

    /**
     * For a result: a failure that says so, of the same running number.
     *
     * @param request what it answered
     * @param writtenNanos when that was written: wall clock, since 1970; 0 if unknown
     */
    public static byte[] result(long number, RequestRef request, long writtenNanos) {
        final Encoder encoder = new Encoder();
        ResultFrame.begin(encoder, RequestWriter.newId(), number, request);
        ResultFrame.failed(
                encoder,
                Failure.of(
                        FailureKind.INTERNAL,
                        "The result was lost when the queue was damaged, and this was put in its place by a repair. The"
                                + " request was answered before: an update or event may have happened"));
        ResultFrame.end(encoder, ResultKind.FAILED);
        final byte[] event = ResultKind.FAILED.event().getBytes(StandardCharsets.US_ASCII);
        final ByteBuffer bytes = ByteBuffer.allocate(
                        HISTORY + 2 + event.length + 1 + Integer.BYTES + 1 + encoder.size())
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) BinaryWireCode.FIELD_NUMBER).put((byte) 0x80).put((byte) 0);
        bytes.put((byte) BinaryWireCode.BYTES_LENGTH16).putShort((short) (HISTORY - 6));
        bytes.put((byte) BinaryWireCode.HISTORY_MESSAGE);
        bytes.put((byte) 1).putInt(Sources.INPUT).putLong(request.index());
        final long now = System.currentTimeMillis() * NANOS_PER_MILLI;
        bytes.put((byte) 3).putLong(writtenNanos).putLong(now).putLong(now);
        bytes.put((byte) BinaryWireCode.EVENT_NAME).put((byte) event.length).put(event);
        bytes.put((byte) BinaryWireCode.BYTES_LENGTH32).putInt(1 + encoder.size());
        bytes.put((byte) BinaryWireCode.U8_ARRAY).put(encoder.buffer(), 0, encoder.size());
        return bytes.array();
    }
}
