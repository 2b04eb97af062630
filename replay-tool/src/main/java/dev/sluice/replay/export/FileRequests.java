package dev.sluice.replay.export;

import dev.sluice.queue.RecordedDocument;
import dev.sluice.queue.RecordedRequests;
import dev.sluice.wire.Decoder;
import dev.sluice.wire.RequestFrame;
import java.nio.file.Path;

/** The requests of an export file. */
final class FileRequests extends FileScan<RequestFrame> implements RecordedRequests {

    private final Decoder decoder = new Decoder();

    FileRequests(Path path) {
        super(path, true);
    }

    @Override
    RequestFrame decode(RecordedDocument read) {
        return RequestFrame.decode(read.event(), read.bytes(), 0, read.bytes().length, decoder);
    }

    @Override
    public long writtenNanos() {
        return nanos(recorded().times().size() - 1);
    }
}
