package dev.sluice.replay.export;

import dev.sluice.queue.RecordedDocument;
import dev.sluice.queue.Scan;
import dev.sluice.wire.WireFormatException;
import java.nio.file.Path;
import java.util.List;

/** Reads one side of an export file. */
abstract class FileScan<F> implements Scan<F> {

    private final ExportReader reader;
    private final boolean input;
    private RecordedDocument document =
            new RecordedDocument(-1, List.of(), -1, "nothing was read yet", "", new byte[0]);
    private String unreadable = document.unreadable();
    private F frame;
    private boolean held;

    FileScan(Path path, boolean input) {
        this.reader = new ExportReader(path);
        this.input = input;
    }

    @Override
    public final boolean next() {
        if (held) {
            held = false;
            return true;
        }
        if (!reader.next(input)) {
            return false;
        }
        document = reader.document();
        unreadable = document.unreadable();
        if (unreadable.isEmpty()) {
            try {
                frame = decode(document);
            } catch (final WireFormatException e) {
                unreadable = e.getMessage();
            }
        }
        return true;
    }

    /** Gives the document read last once more. */
    final void hold() {
        held = true;
    }

    abstract F decode(RecordedDocument read);

    /** A damaged file ends where it is damaged. */
    @Override
    public final boolean skipFile() {
        return false;
    }

    @Override
    public final long index() {
        return document.index();
    }

    @Override
    public final String unreadable() {
        return unreadable;
    }

    @Override
    public final F frame() {
        if (!unreadable.isEmpty()) {
            throw new IllegalStateException("cannot be read: " + unreadable);
        }
        return frame;
    }

    @Override
    public final RecordedDocument recorded() {
        return document;
    }

    /** One of its times, from 0; 0 if it has not as many. */
    public final long nanos(int time) {
        return time >= 0 && time < document.times().size() ? document.times().get(time) : 0;
    }

    @Override
    public final void close() {
        reader.close();
    }
}
