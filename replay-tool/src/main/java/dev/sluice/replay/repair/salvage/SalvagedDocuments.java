package dev.sluice.replay.repair.salvage;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.FileWindow;
import dev.sluice.replay.repair.salvage.SalvagedFile.Part;
import java.util.List;
import java.util.Optional;

/** Goes over what a salvaged file has, lost documents too, in order. One thread. */
public final class SalvagedDocuments implements AutoCloseable {

    private final Optional<FileWindow> file;
    private final Optional<DocumentProbe> probe;
    private final List<Part> parts;
    private int part;
    private long inPart;
    private long address;
    private long number = -1;
    private Optional<SalvagedDocument> document = Optional.empty();

    SalvagedDocuments(QueueDirectory queue, SalvagedFile salvaged) {
        this.file = FileWindow.open(salvaged.path());
        this.probe = file.map(
                open -> new DocumentProbe(open, queue.cycle(), queue.answers().isPresent(), queue.blockSize()));
        this.parts = salvaged.parts();
    }

    /** Goes to the next; false if there is none. */
    public boolean next() {
        if (part == parts.size()) {
            return false;
        }
        final Part current = parts.get(part);
        number = current.first() + inPart;
        if (current.lost()) {
            document = Optional.empty();
        } else {
            document = Optional.of(read(inPart == 0 ? current.address() : address));
            address = document.get().behind();
        }
        inPart++;
        if (inPart == current.count()) {
            part++;
            inPart = 0;
        }
        return true;
    }

    private SalvagedDocument read(long from) {
        final DocumentProbe there = probe.orElseThrow();
        long at = from;
        for (long behind = there.behindPageAt(at); behind > 0; behind = there.behindPageAt(at)) {
            at = behind;
        }
        final long found = at;
        return there.documentAt(at)
                .orElseThrow(() -> new QueueException("what was read at byte " + found + " is gone: somebody writes"));
    }

    /** Its number in the file. */
    public long number() {
        return number;
    }

    /** The document; empty if it was lost. */
    public Optional<SalvagedDocument> document() {
        return document;
    }

    /** The bytes of a document that was not lost. */
    byte[] bytes() {
        final SalvagedDocument found = document.orElseThrow();
        final byte[] bytes = new byte[found.length()];
        file.orElseThrow().get(found.address() + Integer.BYTES, bytes, bytes.length);
        return bytes;
    }

    @Override
    public void close() {
        file.ifPresent(FileWindow::close);
    }
}
