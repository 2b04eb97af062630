package dev.sluice.service.config;

import java.util.List;

/**
 * What one request and one result may take. Whatever exceeds a limit gets a failed result of its own.
 *
 * @param requestBytes most bytes of an encoded request
 * @param resultRows most rows of a result
 * @param resultBytes most bytes of an encoded result
 */
public record LimitsConfig(long requestBytes, int resultRows, long resultBytes) {

    /** A document of the queue holds at most a quarter of its 64 MB block. */
    private static final long MAX_DOCUMENT = 15L << 20;

    private static final Key<Long> REQUEST_BYTES = Key.of(
            "requestBytes",
            Format.size(1L << 10, MAX_DOCUMENT),
            1L << 20,
            "The largest request. A larger one gets a failed result; a chunk of large ones needs that much heap.");
    private static final Key<Integer> RESULT_ROWS = Key.of(
            "resultRows",
            Format.wholeNumber(1, 1_000_000),
            10_000,
            "The most rows of one result. A request that finds more gets a failed result, never a shortened one.");
    private static final Key<Long> RESULT_BYTES = Key.of(
            "resultBytes",
            Format.size(1L << 10, MAX_DOCUMENT),
            4L << 20,
            "The largest result. A request that finds more gets a failed result, never a shortened one.");

    static final List<Key<?>> KEYS = List.of(REQUEST_BYTES, RESULT_ROWS, RESULT_BYTES);

    static LimitsConfig read(Section section) {
        section.allow(KEYS);
        return new LimitsConfig(section.get(REQUEST_BYTES), section.get(RESULT_ROWS), section.get(RESULT_BYTES));
    }
}
