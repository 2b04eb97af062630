package dev.sluice.replay.repair;

import dev.sluice.internal.queue.files.RollFile;

/**
 * A document found in a file that may be damaged; its checksum proves that the document itself is undamaged.
 *
 * @param address the address of its header in the file
 * @param length the length without the header
 * @param lost whether an earlier repair put this document in the place of a lost one
 * @param writer the writer of the request, or of the request that a result answers; 0 if that could not be read
 * @param sequence the running number of that request
 * @param name the name in that request
 * @param writtenNanos the time at which the request was written, in nanoseconds since 1970; 0 if unknown
 * @param number the running number of a result; 0 for a request
 * @param request the index of the request that a result answers; -1 for a request
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

    /** Returns the address after the document. */
    long end() {
        return RollFile.behind(address, length);
    }
}
