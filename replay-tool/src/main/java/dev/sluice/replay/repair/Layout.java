package dev.sluice.replay.repair;

import dev.sluice.replay.repair.salvage.DamagedQueue;
import dev.sluice.replay.repair.salvage.SalvagedDocument;
import dev.sluice.replay.repair.salvage.SalvagedDocuments;
import dev.sluice.replay.repair.salvage.SalvagedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files of a queue as they will be, and the place of each message among all of them. One thread. */
final class Layout {

    private final DamagedQueue queue;
    private final List<SalvagedFile> files;

    Layout(DamagedQueue queue, List<SalvagedFile> files) {
        this.queue = queue;
        this.files = new ArrayList<>(files);
    }

    DamagedQueue queue() {
        return queue;
    }

    List<SalvagedFile> files() {
        return files;
    }

    /** How many messages come before that index. */
    long ordinal(long index) {
        long before = 0;
        for (final SalvagedFile file : files) {
            if (file.cycle() < queue.cycle(index)) {
                before += file.count();
            }
        }
        return before + queue.number(index);
    }

    /** How many there are. */
    long count() {
        return files.stream().mapToLong(SalvagedFile::count).sum();
    }

    /** The last message, if there is any. */
    Optional<Long> last() {
        for (int i = files.size() - 1; i >= 0; i--) {
            if (files.get(i).count() > 0) {
                return Optional.of(
                        queue.index(files.get(i).cycle(), files.get(i).count() - 1));
            }
        }
        return Optional.empty();
    }

    /** From a message on, by how many come before it. */
    Walk walk(long ordinal) {
        return new Walk(ordinal);
    }

    /** Goes over the messages of all files. */
    final class Walk implements AutoCloseable {

        private int file = -1;
        private long skip;
        private SalvagedDocuments documents;

        private Walk(long ordinal) {
            skip = ordinal;
        }

        /** Goes to the next; false if there is none. */
        boolean next() {
            while (true) {
                if (documents != null && documents.next()) {
                    if (skip == 0) {
                        return true;
                    }
                    skip--;
                } else if (!nextFile()) {
                    return false;
                }
            }
        }

        private boolean nextFile() {
            close();
            file++;
            while (file < files.size() && files.get(file).count() <= skip) {
                skip -= files.get(file).count();
                file++;
            }
            if (file == files.size()) {
                return false;
            }
            documents = queue.documents(files.get(file));
            return true;
        }

        long index() {
            return queue.index(files.get(file).cycle(), documents.number());
        }

        /** What is there; empty if it was lost. */
        Optional<SalvagedDocument> document() {
            return documents.document();
        }

        @Override
        public void close() {
            if (documents != null) {
                documents.close();
                documents = null;
            }
        }
    }
}
