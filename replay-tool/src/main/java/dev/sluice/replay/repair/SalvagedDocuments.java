package dev.sluice.replay.repair;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.replay.repair.SalvagedFile.Part;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Iterates in order over the documents of salvaged files, both readable and lost ones. For one thread. */
final class SalvagedDocuments implements AutoCloseable {

    private final QueueDirectory queue;
    private final Iterator<SalvagedFile> files;
    private SalvagedFile file;
    private Optional<DocumentProbe> probe = Optional.empty();
    private int part;
    private long inPart;
    private long skip;
    private long address;
    private Optional<SalvagedDocument> document = Optional.empty();

    /** @param from the number of documents to skip */
    SalvagedDocuments(QueueDirectory queue, List<SalvagedFile> files, long from) {
        this.queue = queue;
        this.files = files.iterator();
        this.skip = from;
    }

    /** Goes to the next document; returns false if there is none. */
    boolean next() {
        boolean more = step();
        for (; more && skip > 0; skip--) {
            more = step();
        }
        return more;
    }

    private boolean step() {
        inPart++;
        if (file == null || inPart == file.parts().get(part).count()) {
            part++;
            inPart = 0;
            if ((file == null || part == file.parts().size()) && !nextFile()) {
                return false;
            }
        }
        final Part current = file.parts().get(part);
        document = current.lost() ? Optional.empty() : Optional.of(read(inPart == 0 ? current.address() : address));
        document.ifPresent(found -> address = found.end());
        return true;
    }

    private boolean nextFile() {
        close();
        part = 0;
        while (files.hasNext()) {
            file = files.next();
            if (file.count() > skip) {
                probe = DocumentProbe.open(file.path(), queue);
                return true;
            }
            skip -= file.count();
        }
        return false;
    }

    private SalvagedDocument read(long from) {
        long at = from;
        for (long after = from; after > 0; after = probe.orElseThrow().afterPageAt(at)) {
            at = after;
        }
        final long found = at;
        return probe.orElseThrow()
                .documentAt(at)
                .orElseThrow(() -> new QueueException("the document at byte " + found
                        + ", which an earlier pass has read, is gone: another process is writing the file"));
    }

    /** Returns the document's number in its file. */
    long number() {
        return file.parts().get(part).first() + inPart;
    }

    /** Returns the document's index in the queue. */
    long index() {
        return queue.cycle().toIndex(file.cycle(), number());
    }

    /** Returns the document; empty if it is lost. */
    Optional<SalvagedDocument> document() {
        return document;
    }

    /** Returns the bytes of a document that is not lost. */
    byte[] bytes() {
        final SalvagedDocument found = document.orElseThrow();
        final byte[] bytes = new byte[found.length()];
        probe.orElseThrow().file().get(found.address() + Integer.BYTES, bytes, bytes.length);
        return bytes;
    }

    @Override
    public void close() {
        probe.ifPresent(DocumentProbe::close);
        probe = Optional.empty();
    }
}
