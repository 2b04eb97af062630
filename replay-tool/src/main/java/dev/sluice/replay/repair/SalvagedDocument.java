package dev.sluice.replay.repair;

import dev.sluice.internal.queue.files.RollFile;

/**
 * A document found in a file that may be damaged: as it was written, by its checksum.
 *
 * @param address where it begins in its file
 * @param length of what follows its header
 * @param lost whether an earlier repair put it in the place of one that was lost
 * @param writer of the request, or of the request that a result answers; 0 if that could not be read
 * @param sequence the running number of that request
 * @param name of that request
 * @param writtenNanos when the request was written: wall clock, since 1970; 0 if unknown
 * @param number the running number of a result; 0 of a request
 * @param request the index of the request that a result answers; -1 of a request
 */
record SalvagedDocument(
        long address,
        int length,
        boolean lost,
        long writer,
        long sequence,
        String name,
        long writtenNanos,
        long number,
        long request) {

    /** The address after it. */
    long end() {
        return RollFile.behind(address, length);
    }
}
