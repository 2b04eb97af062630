package dev.sluice.replay.export;

import dev.sluice.queue.RecordedDocument;
import dev.sluice.queue.RecordedResults;
import dev.sluice.wire.Decoder;
import dev.sluice.wire.KnownColumns;
import dev.sluice.wire.ResultFrame;
import java.nio.file.Path;

/** The results of an export file. */
final class FileResults extends FileScan<ResultFrame> implements RecordedResults {

    private final Decoder decoder = new Decoder();
    private final KnownColumns columns = new KnownColumns();

    FileResults(Path path) {
        super(path, false);
    }

    @Override
    ResultFrame decode(RecordedDocument read) {
        return ResultFrame.decode(read.event(), read.bytes(), 0, read.bytes().length, decoder, columns);
    }

    @Override
    public long historyIndex() {
        return recorded().answers();
    }

    @Override
    public int timeCount() {
        return recorded().times().size();
    }
}
