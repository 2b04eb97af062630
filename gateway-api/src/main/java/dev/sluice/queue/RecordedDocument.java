package dev.sluice.queue;

import java.util.List;

/**
 * A document of a queue, taken out of it.
 *
 * @param index where it stood
 * @param times of its history, in their order: wall clock, nanoseconds since 1970
 * @param answers the index of the request that its history names, -1 if it names none
 * @param unreadable why it is neither a request nor a result; empty if it is one
 * @param event the name of its event; empty if it is unreadable
 * @param bytes its event's frame; if it is unreadable the whole document
 */
public record RecordedDocument(
        long index, List<Long> times, long answers, String unreadable, String event, byte[] bytes) {

    public RecordedDocument {
        times = List.copyOf(times);
    }
}
