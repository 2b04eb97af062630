package dev.sluice.replay.repair;

import java.util.List;

/** The files of a queue as they will be after the repair, and the ordinal of each message in the queue. */
record Layout(DamagedQueue queue, List<SalvagedFile> files) {

    /** Returns the number of messages before an index. */
    long ordinal(long index) {
        return files.stream()
                        .filter(file -> file.cycle() < queue.cycle(index))
                        .mapToLong(SalvagedFile::count)
                        .sum()
                + queue.number(index);
    }

    /** Returns the number of messages. */
    long count() {
        return files.stream().mapToLong(SalvagedFile::count).sum();
    }

    /** Iterates over the messages, starting with the message that has this ordinal (the number of messages before it). */
    SalvagedDocuments walk(long ordinal) {
        return new SalvagedDocuments(queue.directory(), files, ordinal);
    }
}
