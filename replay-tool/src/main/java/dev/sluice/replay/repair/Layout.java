package dev.sluice.replay.repair;

import java.util.List;

/** The files of a queue as they will be, and the place of each message among all of them. */
record Layout(DamagedQueue queue, List<SalvagedFile> files) {

    /** How many messages come before that index. */
    long ordinal(long index) {
        return files.stream()
                        .filter(file -> file.cycle() < queue.cycle(index))
                        .mapToLong(SalvagedFile::count)
                        .sum()
                + queue.number(index);
    }

    /** How many there are. */
    long count() {
        return files.stream().mapToLong(SalvagedFile::count).sum();
    }

    /** The messages from one on, by how many come before it. */
    SalvagedDocuments walk(long ordinal) {
        return new SalvagedDocuments(queue.directory(), files, ordinal);
    }
}
